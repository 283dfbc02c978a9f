"""Words of training without a centre: data that stays where it is."""

from derive.records import Term

from ..sources import DECENTRALIZED, DISTRIBUTED_APPENDIX, DWORK_ROTH, FEDAVG

terms = [
    Term(
        "federated-learning",
        "federated learning",
        "Training one model on the data of many owners, which each keep their data and send only "
        "updates.",
        not_to_confuse=(
            ("decentralized-learning", "there is no server that collects the updates"),
        ),
        formulas=(
            "client_weight",
            "local_sgd_step_time",
        ),
        sources=(FEDAVG.at("section 1"), DISTRIBUTED_APPENDIX.at("C.2, line 63")),
    ),
    Term(
        "fedavg",
        "FedAvg",
        "Federated averaging: each client trains the common model for some steps on its own data, "
        "and the server takes the mean of the results, weighted by how many examples each client "
        "has.",
        synonyms=("federated averaging",),
        not_to_confuse=(
            ("data-parallelism", "there, gradients are averaged at every step"),
            ("local-sgd", "the same inside one cluster, with equal weights"),
        ),
        symbols=("f_client",),
        formulas=("weighted_mean", "client_weight"),
        sources=(FEDAVG.at("algorithm 1", opened=True), DISTRIBUTED_APPENDIX.at("C.2, line 61")),
    ),
    Term(
        "decentralized-learning",
        "decentralized learning",
        "Training without any server: every worker averages with its neighbours in a network.",
        not_to_confuse=(("federated-learning", "a server collects the updates"),),
        sources=(DECENTRALIZED.at("abstract"), DISTRIBUTED_APPENDIX.at("C.2, line 49")),
    ),
    Term(
        "gossip",
        "gossip",
        "Spreading information by repeated exchange between pairs of neighbours. Averages reach "
        "all members after a number of rounds, with no one in charge.",
        synonyms=("gossip protocol", "gossip averaging"),
        sources=(DISTRIBUTED_APPENDIX.at("C.2, line 69"), DECENTRALIZED.at("abstract")),
    ),
    Term(
        "differential-privacy",
        "differential privacy",
        "A promise that the result of a computation would be almost as likely if any one person's "
        "record were missing. It is kept by adding noise, and measured by two numbers: the "
        "factor by which chances may differ, and the small probability of exceeding it.",
        not_to_confuse=(("data-parallelism", "it is abbreviated DP as well"),),
        symbols=("eps_privacy", "delta_privacy"),
        sources=(
            DWORK_ROTH.at("definition 2.4"),
            DISTRIBUTED_APPENDIX.at("C.2, line 51"),
            DISTRIBUTED_APPENDIX.at("C.1, line 24"),
        ),
    ),
]
