"""Graphics cards that people train on: peaks of dense products summed in fp32, as training is."""

from derive.records import Entry, Figure

from ..sources import ADA, DRIVER_READINGS
from ..symbols.capacity import M_hbm
from ..symbols.catalog import M_drv
from ..symbols.compute import B_hbm, F

rtx_4090 = Entry(
    "rtx-4090",
    "gpu",
    "NVIDIA GeForce RTX 4090",
    source=ADA.at("appendix A, table 2"),
    figures={
        M_hbm: "24 GB",
        M_drv: Figure("24564 MiB", DRIVER_READINGS.at("NVIDIA GeForce RTX 4090")),
        B_hbm: "1008 GB/s",
    },
    choices={
        "bf16": {F: "165.2 TFLOP/s"},
        "fp16": {F: Figure("165.2 TFLOP/s", says="summed in fp32; 330.3 summed in fp16")},
        "fp8": {F: Figure("330.3 TFLOP/s", says="summed in fp32; 660.6 summed in fp16")},
        "tf32": {F: "82.6 TFLOP/s"},
        "fp32": {F: "82.6 TFLOP/s"},
    },
    quoted={"bf16, sparse": "330.4 TFLOP/s"},
    says="It has no NVLink: its links are those of the board.",
    aliases=("geforce-rtx-4090", "4090"),
)
