"""Letters of mixtures of experts: how many there are, how wide, and how they are filled."""

from derive.records import symbol

E = symbol(
    "E",
    "number of routed experts per layer",
    "expert",
    integer=True,
    typical="8..512",
    aliases=("n_experts", "num_experts"),
    says="Feed-forward networks among which the router of a layer chooses.",
)
E_sh = symbol(
    "E_sh",
    "number of shared experts per layer",
    "expert",
    integer=True,
    at_least=0,
    typical="0..2",
    says="Experts of the same width that every token passes, without any choice.",
)
k = symbol(
    "k",
    "routed experts per token",
    "expert",
    integer=True,
    typical="1..8",
    aliases=("top_k",),
    says="How many of the routed experts the router chooses for one token.",
)
k_act = symbol(
    "k_act",
    "experts that process one token",
    "expert",
    integer=True,
    typical="1..9",
    says="The chosen ones and the shared ones together.",
)
d_exp = symbol(
    "d_exp",
    "width of one expert",
    "1",
    integer=True,
    typical="512..16384",
    says="Units between the matrices of one expert.",
)
L_moe = symbol(
    "L_moe",
    "number of layers with experts",
    "layer",
    integer=True,
    at_least=0,
    typical="12..128",
    says="The other layers have one feed-forward network that all tokens pass.",
)
f_moe = symbol(
    "f_moe",
    "spacing of the layers with experts",
    "1",
    integer=True,
    typical="1..4",
    says="1 if every layer has experts, 2 if every other one has.",
)
Psi_exp = symbol(
    "Psi_exp",
    "parameters of one expert",
    "param/(expert layer)",
    says="Three matrices; the router is not counted.",
)
Psi_moe = symbol(
    "Psi_moe",
    "parameters of the experts of one layer",
    "param/layer",
    at_least=0,
    says="All routed and shared experts, and the router.",
)
Psi_moe_act = symbol(
    "Psi_moe_act",
    "active parameters of the experts of one layer",
    "param/layer",
    at_least=0,
    says="What one token passes: its experts, and the whole router.",
)
Psi_layer_act = symbol(
    "Psi_layer_act",
    "active parameters of one layer",
    "param/layer",
    says="Attention, and of the experts only those that one token passes.",
)
r_moe = symbol(
    "r_moe",
    "total over active parameters of a layer",
    "1",
    at_least=1,
    typical="1..100",
    says="How much larger a layer is than what one token passes of it.",
)
n_route = symbol(
    "n_route",
    "tokens that are routed together",
    "token",
    integer=True,
    typical="1024..1048576",
    says="The tokens whose places with the experts are dealt out at once.",
)
c_f = symbol(
    "c_f",
    "capacity factor",
    "1",
    typical="1..2",
    says="Room that an expert has, compared with an equal share of the tokens.",
)
n_cap = symbol(
    "n_cap",
    "capacity of one expert",
    "token",
    typical="1..65536",
    says="Tokens that one expert accepts; further ones are dropped, or sent elsewhere.",
)
lambda_aux = symbol(
    "lambda_aux",
    "weight of the load-balancing loss",
    "1",
    at_least=0,
    typical="1e-4..0.1",
    says="Large enough to keep the experts busy, small enough not to disturb the training.",
)
f_expert = symbol(
    "f_expert",
    "share of the tokens that one expert gets",
    "1",
    ratio=True,
    typical="0..1",
    says="Over all experts these shares add up to the number of experts chosen per token.",
)
p_expert = symbol(
    "p_expert",
    "mean router probability of one expert",
    "1",
    ratio=True,
    typical="0..1",
    says="Over all experts these probabilities add up to 1.",
)
loss_expert = symbol(
    "loss_expert",
    "part of one expert in the load-balancing loss",
    "1",
    latex=r"\mathcal{L}_{\mathrm{expert}}",
    at_least=0,
    says="The parts of all experts add up to the load-balancing loss.",
)
q_load = symbol(
    "q_load",
    "overlap of load and router probability",
    "1",
    at_least=0,
    says="Over all experts, the sum of the share of tokens that an expert gets times the mean "
    "probability that the router gives it.",
)
loss_aux = symbol(
    "loss_aux",
    "load-balancing loss",
    "1",
    latex=r"\mathcal{L}_{\mathrm{aux}}",
    at_least=0,
    says="Added to the loss of the model so that no expert is left idle.",
)
E_touch = symbol(
    "E_touch",
    "routed experts that a batch touches in one layer",
    "expert",
    typical="1..512",
    says="At least one token of the batch was sent to them.",
)
p_untouched = symbol(
    "p_untouched",
    "probability that no token of a batch is sent to an expert",
    "1",
    ratio=True,
    says="With even, independent routing.",
)
Psi_touch = symbol(
    "Psi_touch",
    "parameters that a decoding step reads",
    "param",
    typical="1e9..2e12",
    says="All parameters but those of experts that no token of the batch was sent to.",
)
