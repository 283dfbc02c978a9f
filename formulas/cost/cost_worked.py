"""Published numbers of cost: money, energy and carbon of runs."""

from derive.records import Case

from ..sources import DEEPSEEK_V3, GMI_COST, LLAMA1, LLAMA2, LLAMA_CODE, SCALING_BOOK, TRAINING_BOOK
from ..symbols.compute import MFU, C, F
from ..symbols.cost import PUE, P_gpu, c_carbon, cost_gpu, price_gpu
from ..symbols.utilization import R_gpu, T_gpu
from .cost import (
    carbon_of_gpu_time,
    compute_per_cost,
    cost_of_compute,
    cost_of_gpu_time,
    cost_per_token,
    rent_or_buy_time,
    training_energy,
)

OWN_CLUSTER = "chapter 5, on-prem against cloud"

# DeepSeek-V3, table 1: (thousands of GPU hours, millions of dollars at 2 dollars an hour).
deepseek = [
    Case(
        cost_of_gpu_time,
        {price_gpu: 2, T_gpu: f"{hours}e3 GPU hour"},
        gives=f"{printed} MUSD",
        source=DEEPSEEK_V3.at("table 1", opened=True),
    )
    for hours, printed in ((2664, "5.328"), (119, "0.238"), (5, "0.01"), (2788, "5.576"))
]

# LLaMA, table 15: (GPU hours, MWh, tonnes), all at 400 W, a PUE of 1.1 and 0.385 kg/kWh.
TABLE_15 = (
    (809_472, "356", "137"),
    (82_432, "36", "14"),
    (135_168, "59", "23"),
    (530_432, "233", "90"),
    (1_022_362, "449", "173"),
)
llama = [
    *(
        Case(
            training_energy,
            {T_gpu: f"{hours} GPU hour", P_gpu: "400 watt/GPU", PUE: "1.1"},
            gives=f"{energy} MWh",
            truncated=energy == "449",
            source=LLAMA1.at("table 15", opened=True),
        )
        for hours, energy, _ in TABLE_15
    ),
    *(
        Case(
            carbon_of_gpu_time,
            {T_gpu: f"{hours} GPU hour", P_gpu: "400 watt/GPU", PUE: "1.1", c_carbon: "0.385"},
            gives=f"{carbon} tonne",
            source=LLAMA1.at("table 15", opened=True),
        )
        for hours, _, carbon in TABLE_15
    ),
]

# Llama 2: (GPU hours, watts, tonnes), with the PUE and the intensity of LLaMA.
CARD = LLAMA_CODE.at("MODEL_CARD.md, carbon footprint", opened=True)
llama_2 = [
    Case(
        carbon_of_gpu_time,
        {T_gpu: f"{hours} GPU hour", P_gpu: f"{watts} watt/GPU", PUE: "1.1", c_carbon: "0.385"},
        gives=f"{carbon} tonne",
        truncated=True,
        source=place,
    )
    for hours, watts, carbon, place in (
        (184_320, 400, "31.22", CARD),
        (368_640, 400, "62.44", CARD),
        (1_038_336, 350, "153.90", LLAMA2.at("table 2, 34B", opened=True)),
        (1_720_320, 400, "291.42", CARD),
    )
]

buying = [
    Case(
        rent_or_buy_time,
        {cost_gpu: price, price_gpu: 4},
        gives=time,
        within=within,
        source=TRAINING_BOOK.at(place, opened=True),
        note=note,
    )
    for price, time, within, place, note in (
        ("55000 USD/GPU", "13750 hour", "", OWN_CLUSTER, "with servers, network and staff"),
        ("55000 USD/GPU", "19 month", "", OWN_CLUSTER, "never idle"),
        ("30000 USD/GPU", "7500 hour", "", f"{OWN_CLUSTER}, commit 6beb07c", "the card alone"),
        ("30000 USD/GPU", "10.4 month", "2 %", f"{OWN_CLUSTER}, commit 6beb07c", "of 30 days"),
    )
]

of_compute = [
    Case(
        cost_of_compute,
        {C: "8.4e23 FLOP", F: "989 TFLOP/s", MFU: "0.45", price_gpu: 4},
        gives="2.10 MUSD",
        source=TRAINING_BOOK.at("chapter 5, exercise 1", opened=True),
    ),
]

# The scaling book, prices of two chips: (peak, price per hour, FLOP/s per dollar and hour).
per_dollar = [
    Case(
        compute_per_cost,
        {F: f"{peak} FLOP/second", price_gpu: price},
        gives=f"{printed} FLOP hour/(second USD)",
        source=SCALING_BOOK.at("applied inference, the serving story", opened=True),
    )
    for peak, price, printed in (("4.59e14", "4.2", "1.09e14"), ("1.97e14", "1.2", "1.64e14"))
]

# (USD per GPU and hour, tokens per second of one GPU, USD per million tokens as printed).
tokens = [
    Case(
        cost_per_token,
        {price_gpu: price, R_gpu: f"{rate} token/second"},
        gives=f"{printed}e-6 USD/token",
        source=GMI_COST.at("four worked examples on H100 and H200", opened=True),
        note="printed for a million tokens",
    )
    for price, rate, printed in ((2, 85, "6.54"), ("2.6", 140, "5.16"), (2, 400, "1.39"))
]
