"""Areas that name a subject twice, one that does not exist, and leave one out."""

from derive.records import Area

AREAS = (
    Area("Memory", ("memory", "tmie")),
    Area("Speed", ("memory",)),
)
