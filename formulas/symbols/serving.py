"""Letters of serving: decoding step by step, drafts, and requests that wait."""

from derive.records import symbol

T_dec = symbol(
    "T_dec",
    "time of one decoding step",
    "second",
    typical="1e-3..0.2",
    says="Every sequence of the batch gains one token.",
    aliases=("TPOT",),
)
n_dec = symbol(
    "n_dec",
    "sequences decoded together",
    "1",
    integer=True,
    typical="1..1024",
    says="The batch of a decoding step.",
)
R_dec = symbol(
    "R_dec",
    "decoding throughput",
    "token/second",
    typical="10..1e5",
    says="Tokens generated per second, over all sequences of the batch.",
)
n_in = symbol(
    "n_in",
    "tokens of a prompt",
    "token",
    typical="100..100000",
    says="Read at once before the first token is generated.",
)
R_prefill = symbol(
    "R_prefill",
    "prefill throughput",
    "token/second",
    typical="1000..1e6",
    says="Prompt tokens read per second.",
)
n_out = symbol(
    "n_out",
    "tokens generated for a request",
    "token",
    at_least=0,
    typical="10..10000",
    says="The first one comes with the end of the prefill.",
)
T_req = symbol(
    "T_req",
    "time of one request",
    "second",
    typical="0.1..200",
    says="From its start to its last token, without waiting in a queue.",
)
R_req = symbol(
    "R_req",
    "requests per second and GPU",
    "1/second",
    typical="0.01..100",
    says="Finished requests, divided by the number of GPUs.",
)
p_accept = symbol(
    "p_accept",
    "acceptance rate of drafted tokens",
    "1",
    latex=r"p_{\mathrm{acc}}",
    at_least=0,
    below=1,
    typical="0.5..0.95",
    says="Probability that the large model keeps a drafted token; taken as always the same.",
)
n_draft = symbol(
    "n_draft",
    "tokens drafted at once",
    "1",
    integer=True,
    at_least=0,
    typical="1..10",
    says="By the small model, before the large one checks them all in one pass.",
)
n_kept = symbol(
    "n_kept",
    "expected tokens per pass of the large model",
    "1",
    at_least=1,
    typical="1..8",
    says="The accepted drafts, and one token of the large model's own.",
)
c_draft = symbol(
    "c_draft",
    "relative cost of drafting one token",
    "1",
    at_least=0,
    typical="0..0.2",
    says="Time of the small model for one token, over that of a pass of the large one.",
)
o_draft = symbol(
    "o_draft",
    "relative FLOPs of drafting one token",
    "1",
    at_least=0,
    typical="0..0.2",
    says="Of the small model, over those of the large one for one token.",
)
x_spec = symbol(
    "x_spec",
    "speedup by speculative decoding",
    "1",
    typical="0.5..4",
    says="Expected time per token without drafts, over that with drafts.",
)
x_ops = symbol(
    "x_ops",
    "growth of FLOPs by speculative decoding",
    "1",
    typical="1..3",
    says="FLOPs per token that is kept, over those without drafts.",
)
i_draft = symbol(
    "i_draft",
    "index of a drafted token",
    "1",
    integer=True,
    at_least=0,
    says="Counts the drafts of a sum.",
)
x_pd = symbol(
    "x_pd",
    "prefill servers per decode server",
    "1",
    typical="0.05..20",
    says="Servers of equal size.",
)
