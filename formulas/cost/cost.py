"""Cost: GPU time, price, energy and carbon of a run."""

from sympy import Eq

from derive.records import derives, formula

from ..reliability.snapshots import time_with_waste
from ..sources import (
    DEEPSEEK_V3,
    LLAMA1,
    LLAMA_CODE,
    LLM_ANALYSIS,
    MLSYSIM,
    SCALING_BOOK,
    TRAINING_BOOK,
)
from ..speed.utilization.times import training_time, wall_time_of_gpu_time
from ..symbols.compute import MFU, C, F
from ..symbols.cost import (
    PUE,
    C_usd,
    E_train,
    P_gpu,
    T_even,
    c_carbon,
    cost_energy,
    cost_gpu,
    cost_net,
    cost_ops,
    cost_store,
    cost_token,
    cost_total,
    cost_train,
    m_carbon,
    price_energy,
    price_gpu,
)
from ..symbols.failures import T_wall, T_work
from ..symbols.parallelism import N_gpu
from ..symbols.scaling import D
from ..symbols.snapshots import f_waste
from ..symbols.time import T_train
from ..symbols.utilization import R_gpu, R_tok, T_gpu

RENT = "network, storage, people, idle reservations"
ELECTRICITY = "other parts of the nodes, making the hardware"
FOOTPRINT = MLSYSIM.at("engine/solvers/sustainability.py, RunFootprintModel", opened=True)


@formula(
    source=DEEPSEEK_V3.at("table 1", opened=True),
    status="definition",
    leaves_out=RENT,
    also_called=(
        "GPU-hour cost",
        "cost in GPU-hours",
    ),
)
def cost_of_gpu_time():
    """Training cost from GPU-hours.

    GPU-hours times the price of one.
    """
    return Eq(cost_train, price_gpu * T_gpu)


@formula(
    source=(
        TRAINING_BOOK.at("notation appendix, line 46, made explicit", opened=True),
        TRAINING_BOOK.at("chapter 5, the basic cost equation", opened=True),
        LLM_ANALYSIS.at("llm_analysis/analysis.py, gpu_hours of a training run", opened=True),
    ),
    leaves_out=RENT,
    also_called=(
        "cost of a training run",
        "cloud cost of a run",
    ),
)
def training_cost():
    """Training cost from the number of GPUs and the wall-clock time.

    GPU-hours times the price of one: all GPUs are paid for as long as the run lasts.
    """
    return Eq(cost_train, price_gpu * N_gpu * T_train)


@formula(
    source=TRAINING_BOOK.at("chapter 5, exercise 1", opened=True),
    leaves_out=RENT,
    also_called=(
        "cost per FLOP",
        "dollar cost of training",
    ),
)
def cost_of_compute():
    """Training cost from compute and MFU.

    GPU-hours from the FLOPs of the run. The number of GPUs does not matter as long
    as it does not change the utilization.
    """
    return Eq(cost_train, price_gpu * C / (F * MFU))


@formula(
    source=TRAINING_BOOK.at("chapter 5, the basic cost equation", opened=True),
    status="definition",
    also_called=(
        "total cost of ownership",
        "TCO",
    ),
)
def total_cost():
    """Total cost of a run: GPU time, network, storage and operations.

    What a budget adds up; salaries and failed experiments are apart.
    """
    return Eq(cost_total, cost_train + cost_net + cost_store + cost_ops)


@formula(
    source=SCALING_BOOK.at("applied inference, the serving story", opened=True),
    status="definition",
    leaves_out="utilization",
    also_called=(
        "FLOPs per dollar",
        "FLOPS/$",
    ),
)
def compute_per_cost():
    """Price-performance of a GPU: peak FLOPs per dollar.

    Peak throughput over the price of an hour; the achieved figure is this times
    MFU.
    """
    return Eq(C_usd, F / price_gpu)


@formula(
    source=TRAINING_BOOK.at("chapter 5, cost per token", opened=True),
    leaves_out=RENT,
    also_called=(
        "cost per million tokens",
        "price per token",
    ),
)
def cost_per_token():
    """Cost per token, from the price and throughput of one GPU.

    For training or for serving, whichever the throughput belongs to.
    """
    return Eq(cost_token, price_gpu / R_gpu)


@formula(
    source=TRAINING_BOOK.at("chapter 5 with chapter 26", opened=True),
    leaves_out=RENT,
    also_called=("cost of failures",),
)
def cost_with_failures():
    """Training cost with checkpointing and failures.

    The cost of the useful time, and of what checkpoints, lost work and restarts add
    to it.
    """
    return Eq(cost_train, price_gpu * N_gpu * T_work * (1 + f_waste))


@formula(
    source=TRAINING_BOOK.at("chapter 5, on-prem against cloud", opened=True),
    leaves_out="electricity, staff, resale, time in which the GPU idles",
    also_called=(
        "buy versus rent",
        "cloud versus on-premises break-even",
    ),
)
def rent_or_buy_time():
    """Break-even time of buying a GPU over renting.

    Hours of use after which the purchase price equals the rent; power, space and
    staff of an own cluster are left out.
    """
    return Eq(T_even, cost_gpu / price_gpu)


@formula(
    source=(LLAMA1.at("section 6", opened=True), FOOTPRINT),
    leaves_out=ELECTRICITY,
    also_called=(
        "energy consumption of training",
        "kWh of training",
        "energy from the power draw of a GPU (TDP)",
    ),
    holds_for={},
)
def training_energy():
    """Training energy from GPU-hours.

    GPU power times GPU-hours, with the overhead of the data center (PUE).
    """
    return Eq(E_train, T_gpu * P_gpu * PUE)


@formula(
    source=LLAMA1.at("section 6", opened=True),
    leaves_out=ELECTRICITY,
    also_called=("energy per FLOP",),
    holds_for={},
)
def energy_of_compute():
    """Training energy from compute and MFU.

    GPU-hours from the FLOPs of the run, times power and PUE.
    """
    return Eq(E_train, C / (F * MFU) * P_gpu * PUE)


@formula(
    source=(LLAMA1.at("section 6", opened=True), FOOTPRINT),
    status="definition",
    leaves_out=ELECTRICITY,
    also_called=(
        "CO2 emissions",
        "carbon footprint",
        "tCO2e",
    ),
)
def training_carbon():
    """Training carbon footprint from energy.

    Energy times the carbon intensity of the grid.
    """
    return Eq(m_carbon, E_train * c_carbon)


@formula(
    source=(
        LLAMA1.at("table 15", opened=True),
        LLAMA_CODE.at("MODEL_CARD.md, carbon footprint", opened=True),
    ),
    leaves_out=ELECTRICITY,
    also_called=("CO2 from GPU-hours",),
)
def carbon_of_gpu_time():
    """Training carbon footprint from GPU-hours.

    GPU-hours, power, PUE and carbon intensity multiplied.
    """
    return Eq(m_carbon, T_gpu * P_gpu * PUE * c_carbon)


@formula(
    source=MLSYSIM.at(
        "engine/solvers/sustainability.py, saved cost of a PUE retrofit", opened=True
    ),
    status="definition",
    also_called=("power bill",),
)
def energy_cost():
    """Electricity cost of a run.

    Energy times the price of a kilowatt-hour.
    """
    return Eq(cost_energy, price_energy * E_train)


@derives(training_cost)
def all_gpus_all_the_time(page):
    """Count the GPU time."""
    page.start(cost_of_gpu_time, "price times GPU time")
    page.put(wall_time_of_gpu_time, "all GPUs for the whole time", for_=T_gpu)


@derives(cost_of_compute)
def time_from_compute(page):
    """Put in the time that the compute takes."""
    page.start(training_cost, "price times GPUs times time")
    page.put(training_time, "compute over rate; the number of GPUs cancels")


@derives(cost_per_token)
def share_of_every_token(page):
    """Share the cost out to the tokens."""
    page.start(Eq(cost_token, cost_train / D), "every token costs the same")
    page.put(training_cost, "price times GPUs times time")
    page.put(Eq(T_train, D / R_tok), "tokens over throughput")
    page.put(Eq(R_tok, N_gpu * R_gpu), "the same for every GPU")


@derives(cost_with_failures)
def waste_is_paid_for(page):
    """Pay for the whole wall-clock time."""
    page.start(training_cost.with_(T_train=T_wall), "rent runs while the run does not")
    page.put(time_with_waste, "work and waste")


@derives(rent_or_buy_time)
def rent_equals_price(page):
    """Set the rent equal to the purchase price."""
    page.start(Eq(price_gpu * T_even, cost_gpu), "the rent of one GPU has reached its price")
    page.solve_for(T_even, "the time until then")


@derives(training_energy)
def power_times_time(page):
    """Multiply power and time."""
    page.start(Eq(E_train, PUE * N_gpu * P_gpu * T_train), "all GPUs, and the building around")
    page.put(wall_time_of_gpu_time, "their time together")


@derives(energy_of_compute)
def energy_while_computing(page):
    """Put in the time that the compute takes."""
    page.start(Eq(E_train, PUE * N_gpu * P_gpu * T_train), "all GPUs, and the building around")
    page.put(training_time, "compute over rate; the number of GPUs cancels")


@derives(carbon_of_gpu_time)
def energy_put_in(page):
    """Put the energy into the carbon."""
    page.start(training_carbon, "carbon for each unit of energy")
    page.put(training_energy, "power times time")
