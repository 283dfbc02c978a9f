"""Letters of scaling laws: loss, data and fitted constants."""

from derive.records import constant, symbol

D = symbol(
    "D",
    "number of training tokens",
    "token",
    typical="1e9..20e12",
    aliases=("n_tokens", "num_tokens", "train_tokens"),
    says="Tokens that the run processes, repeated ones counted each time.",
)
loss = symbol(
    "loss",
    "loss after training",
    "nat/token",
    latex=r"\mathcal{L}",
    typical="1.7..4",
    says="Mean cross-entropy of one token, in nats.",
)
loss_floor = symbol(
    "loss_floor",
    "irreducible loss",
    "nat/token",
    latex=r"\mathcal{L}_{\infty}",
    at_least=0,
    says="What remains with unlimited parameters and data: the entropy of the text.",
)
A_N = symbol(
    "A_N",
    "coefficient of the parameter term",
    "nat/token",
    latex=r"A_N",
    says="Fitted; its value belongs to the exponent that it was fitted with.",
)
B_D = symbol(
    "B_D",
    "coefficient of the data term",
    "nat/token",
    latex=r"B_D",
    says="Fitted; its value belongs to the exponent that it was fitted with.",
)
alpha_N = symbol(
    "alpha_N",
    "exponent of the parameter term",
    "1",
    latex=r"\alpha_N",
    typical="0.05..0.5",
    says="How fast the loss falls as the model grows.",
)
beta_D = symbol(
    "beta_D",
    "exponent of the data term",
    "1",
    latex=r"\beta_D",
    typical="0.05..0.5",
    says="How fast the loss falls as the data grow.",
)
Psi_opt = symbol(
    "Psi_opt",
    "compute-optimal number of parameters",
    "param",
    typical="70e6..2e12",
    says="The model size with the lowest loss for a given compute.",
)
D_opt = symbol(
    "D_opt",
    "compute-optimal number of tokens",
    "token",
    says="The data size that goes with the compute-optimal model size.",
)
flops_per_param_token = constant(
    "flops_per_param_token",
    6,
    "FLOP/(param token)",
    "FLOPs per parameter and token in training",
    says="One multiply-add forward and two backward, two FLOPs each.",
)
