"""Letters of cost: money, energy and carbon of a run."""

from derive.records import symbol

price_gpu = symbol(
    "price_gpu",
    "price of GPU time",
    "USD/(GPU hour)",
    latex=r"c_{\mathrm{gpu}}",
    typical="0.5..12",
    aliases=("R", "gpu_price", "price_per_gpu_hour"),
    says="What one GPU costs for one hour, the rest of its node included.",
)
cost_train = symbol(
    "cost_train",
    "cost of the GPU time of a run",
    "USD",
    latex=r"K_{\mathrm{train}}",
    typical="1e3..1e9",
    aliases=("train_cost",),
    says="Rent of the GPUs alone.",
)
cost_total = symbol(
    "cost_total",
    "total cost of a run",
    "USD",
    latex=r"K_{\mathrm{total}}",
    typical="1e3..1e9",
    says="GPU time, network, storage and people.",
)
cost_net = symbol(
    "cost_net",
    "cost of the network",
    "USD",
    latex=r"K_{\mathrm{net}}",
    at_least=0,
    typical="0..1e7",
    says="As far as it is not part of the price of GPU time.",
)
cost_store = symbol(
    "cost_store",
    "cost of storage",
    "USD",
    latex=r"K_{\mathrm{store}}",
    at_least=0,
    typical="0..1e7",
    says="Data and checkpoints.",
)
cost_ops = symbol(
    "cost_ops",
    "cost of operations",
    "USD",
    latex=r"K_{\mathrm{ops}}",
    at_least=0,
    typical="0..1e7",
    says="People and services.",
)
C_usd = symbol(
    "C_usd",
    "FLOPs for each unit of money",
    "FLOP/USD",
    typical="1e16..1e19",
    says="At the peak rate; the utilization multiplies it.",
)
cost_token = symbol(
    "cost_token",
    "cost of one token",
    "USD/token",
    latex=r"K_{\mathrm{tok}}",
    typical="1e-9..1e-4",
    says="Trained, or served.",
)
cost_gpu = symbol(
    "cost_gpu",
    "purchase price of one GPU",
    "USD/GPU",
    latex=r"K_{\mathrm{gpu}}",
    typical="5000..60000",
    says="With its share of the node.",
)
T_even = symbol(
    "T_even",
    "time until buying is cheaper than renting",
    "second",
    typical="1000 hour..50000 hour",
    says="Time for which the GPU would really have been rented.",
)
P_gpu = symbol(
    "P_gpu",
    "power of one GPU",
    "watt/GPU",
    typical="250..1200",
    says="Rated, or measured while training; other parts of the node not included.",
)
PUE = symbol(
    "PUE",
    "power usage effectiveness",
    "1",
    at_least=1,
    typical="1.05..1.6",
    says="Energy of the whole building over that of its computers.",
)
E_train = symbol(
    "E_train",
    "energy of a run",
    "joule",
    typical="1 MWh..100 GWh",
    says="Of the GPUs, with cooling and power supply of the building.",
)
c_carbon = symbol(
    "c_carbon",
    "carbon intensity of the electricity",
    "kilogram/kilowatt_hour",
    at_least=0,
    typical="0.02..0.9",
    says="Carbon dioxide, or what is worth as much, for each unit of energy.",
)
m_carbon = symbol(
    "m_carbon",
    "carbon emitted by a run",
    "kilogram",
    at_least=0,
    typical="1 tonne..50000 tonne",
    says="Carbon dioxide, or what is worth as much; of the electricity alone.",
)
price_energy = symbol(
    "price_energy",
    "price of electricity",
    "USD/kilowatt_hour",
    latex=r"c_{\mathrm{energy}}",
    at_least=0,
    typical="0.03..0.4",
    says="As the operator of the building pays it.",
)
cost_energy = symbol(
    "cost_energy",
    "cost of the electricity of a run",
    "USD",
    latex=r"K_{\mathrm{energy}}",
    at_least=0,
    typical="100..1e7",
    says="Part of the price of rented GPU time.",
)
