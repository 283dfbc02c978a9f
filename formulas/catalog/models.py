"""Published models with gated networks: shapes, counts of parameters and tokens.

A model fills every letter of its shape. Its count is the published one; that
the registry's own formula gives the same count from the shape is tested.
`s` is the sequence length of the pre-training, `n_emb` says whether input and
output share one table.
"""

from derive.records import Entry, Figure

from ..sources import (
    DEEPSEEK_V2,
    DEEPSEEK_V3,
    LITGPT,
    LLAMA2,
    LLAMA3,
    MIXTRAL,
    PALM,
    QWEN3,
    QWEN25,
)
from ..symbols.experts import E, E_sh, L_moe, d_exp, k
from ..symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ..symbols.model import L, Psi, Psi_act, V, a, d_ffn, d_head, g, h, s
from ..symbols.scaling import D
from ..symbols.shapes import n_emb

llama_2 = [
    Entry(
        f"llama-2-{size}",
        "model",
        f"Llama 2 {size.upper()}",
        source=LLAMA2.at(f"tables 1 and 2, and model files, {size.upper()}"),
        settles={"feed_forward": "gated"},
        figures={
            L: layers,
            h: width,
            a: heads,
            g: kv_heads,
            d_head: "128",
            d_ffn: network,
            V: "32000",
            n_emb: "2",
            s: Figure("4096", usual=True),
            Psi: count,
            D: "2e12",
        },
        aliases=(f"llama2-{size}",),
    )
    for size, layers, width, heads, kv_heads, network, count in (
        ("7b", "32", "4096", "32", "32", "11008", "6738415616"),
        ("13b", "40", "5120", "40", "40", "13824", "13015864320"),
        ("70b", "80", "8192", "64", "8", "28672", "68976648192"),
    )
]

llama_3 = [
    Entry(
        f"llama-3-{size}",
        "model",
        f"Llama 3 {size.upper()}",
        source=LLAMA3.at(f"table 3 and model files, {size.upper()}"),
        settles={"feed_forward": "gated"},
        figures={
            L: layers,
            h: width,
            a: heads,
            g: "8",
            d_head: "128",
            d_ffn: network,
            V: "128256",
            n_emb: "2",
            s: Figure(
                "8192", LLAMA3.at("section 3.4"), "longer ones follow at the end", usual=True
            ),
            Psi: count,
            D: Figure(tokens, LLAMA3.at("sections 1 and 3.4"), says),
        },
        aliases=(f"llama3-{size}", f"llama-3.1-{size}"),
    )
    for size, layers, width, heads, network, count, tokens, says in (
        ("8b", "32", "4096", "32", "14336", "8.03e9", "15e12", "a little more, not said exactly"),
        ("70b", "80", "8192", "64", "28672", "70553706496", "15e12", "a little more"),
        ("405b", "126", "16384", "128", "53248", "405e9", "15.6e12", ""),
    )
]

palm = [
    Entry(
        f"palm-{size}",
        "model",
        f"PaLM {size.upper()}",
        source=PALM.at(f"tables 1 and 20, {size.upper()}", opened=True),
        settles={"feed_forward": "gated"},
        figures={
            L: layers,
            h: width,
            a: heads,
            g: "1",
            d_head: "256",
            d_ffn: network,
            V: "256000",
            n_emb: "1",
            s: Figure("2048", usual=True),
            Psi: count,
            D: tokens,
        },
    )
    for size, layers, width, heads, network, count, tokens in (
        ("8b", "32", "4096", "16", "16384", "8.63e9", "780e9"),
        ("62b", "64", "8192", "32", "32768", "62.50e9", "795e9"),
        ("540b", "118", "18432", "48", "73728", "540.35e9", "780e9"),
    )
]

mixtral_8x7b = Entry(
    "mixtral-8x7b",
    "model",
    "Mixtral 8x7B",
    source=MIXTRAL.at("table 1 and announcement"),
    settles={"feed_forward": "gated"},
    figures={
        L: "32",
        L_moe: "32",
        h: "4096",
        a: "32",
        g: "8",
        d_head: "128",
        d_ffn: "14336",
        d_exp: "14336",
        E: "8",
        E_sh: "0",
        k: "2",
        V: "32000",
        n_emb: "2",
        Psi: "46.7e9",
        Psi_act: "12.9e9",
    },
    quoted={"the name, read as a product": "56e9 parameters"},
    aliases=("mixtral",),
)
mixtral_8x22b = Entry(
    "mixtral-8x22b",
    "model",
    "Mixtral 8x22B",
    source=MIXTRAL.at("announcement and model files of 8x22B"),
    settles={"feed_forward": "gated"},
    figures={
        L: "56",
        L_moe: "56",
        h: "6144",
        a: "48",
        g: "8",
        d_head: "128",
        d_ffn: "16384",
        d_exp: "16384",
        E: "8",
        E_sh: "0",
        k: "2",
        V: "32768",
        n_emb: "2",
        Psi: "141e9",
        Psi_act: "39e9",
    },
    quoted={"the name, read as a product": "176e9 parameters"},
)
qwen_2_5 = [
    Entry(
        f"qwen2.5-{size}",
        "model",
        f"Qwen2.5 {size.upper()}",
        source=QWEN25.at("table 1", opened=True),
        settles={"feed_forward": "gated"},
        figures={
            L: layers,
            h: Figure(width, LITGPT.at("litgpt/config.py, qwen_2_5", opened=True)),
            a: heads,
            g: kv_heads,
            d_head: head,
            d_ffn: Figure(network, LITGPT.at("litgpt/config.py, qwen_2_5", opened=True)),
            V: Figure(table, LITGPT.at("litgpt/config.py, qwen_2_5", opened=True), "padded"),
            n_emb: tables,
            Psi: Figure(count, says="counted from the shape, biases of attention included"),
            D: Figure("18e12", QWEN25.at("abstract", opened=True)),
        },
    )
    for size, layers, width, heads, kv_heads, head, network, table, tables, count in (
        ("0.5b", "24", "896", "14", "2", "64", "4864", "151936", "1", "494032768"),
        ("1.5b", "28", "1536", "12", "2", "128", "8960", "151936", "1", "1543714304"),
        ("3b", "36", "2048", "16", "2", "128", "11008", "151936", "1", "3085938688"),
        ("7b", "28", "3584", "28", "4", "128", "18944", "152064", "2", "7615616512"),
        ("14b", "48", "5120", "40", "8", "128", "13824", "152064", "2", "14770033664"),
        ("32b", "64", "5120", "40", "8", "128", "27648", "152064", "2", "32763876352"),
        ("72b", "80", "8192", "64", "8", "128", "29568", "152064", "2", "72706203648"),
    )
]
qwen_3 = [
    Entry(
        name,
        "model",
        title,
        source=QWEN3.at("table 2 and model files"),
        settles={"feed_forward": "gated"},
        figures={
            L: layers,
            L_moe: layers,
            h: width,
            a: heads,
            g: "4",
            d_head: "128",
            d_ffn: expert,
            d_exp: expert,
            E: "128",
            E_sh: "0",
            k: "8",
            V: "151936",
            n_emb: "2",
            Psi: count,
            Psi_act: active,
            D: Figure("36e12", QWEN3.at("section 3.1")),
        },
    )
    for name, title, layers, width, heads, expert, count, active in (
        ("qwen3-30b-a3b", "Qwen3 30B-A3B", "48", "2048", "32", "768", "30.5e9", "3.3e9"),
        ("qwen3-235b-a22b", "Qwen3 235B-A22B", "94", "4096", "64", "1536", "235e9", "22e9"),
    )
]
deepseek_v2 = Entry(
    "deepseek-v2",
    "model",
    "DeepSeek-V2",
    source=DEEPSEEK_V2.at("section 3.1.2", opened=True),
    settles={"feed_forward": "gated"},
    figures={
        L: "60",
        L_moe: "59",
        h: "5120",
        a: "128",
        d_ffn: "12288",
        d_exp: "1536",
        E: "160",
        E_sh: "2",
        k: "6",
        r_q: "1536",
        r_kv: "512",
        d_nope: "128",
        d_rope: "64",
        d_v: "128",
        V: "102400",
        n_emb: "2",
        s: Figure("4096", usual=True),
        Psi: "236e9",
        Psi_act: "21e9",
        D: "8.1e12",
    },
)
deepseek_v3 = Entry(
    "deepseek-v3",
    "model",
    "DeepSeek-V3",
    source=DEEPSEEK_V3.at("section 4.2", opened=True),
    settles={"feed_forward": "gated"},
    figures={
        L: "61",
        L_moe: "58",
        h: "7168",
        a: "128",
        d_ffn: "18432",
        d_exp: "2048",
        E: "256",
        E_sh: "1",
        k: "8",
        r_q: "1536",
        r_kv: "512",
        d_nope: "128",
        d_rope: "64",
        d_v: "128",
        V: "129280",
        n_emb: "2",
        s: Figure("4096", usual=True),
        Psi: "671e9",
        Psi_act: "37e9",
        D: "14.8e12",
    },
    quoted={"model files, with the head that predicts a second token": "685e9 parameters"},
)
