"""The MkDocs plugin: writes the pages of the knowledge before MkDocs reads them."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from pathlib import Path

from mkdocs.config.base import Config
from mkdocs.config.config_options import Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files

from derive import locate
from derive.errors import UnreadableCommand
from derive.site.layout import ADDRESS, read_address

UNUSED = re.compile(r"assets/(?:javascripts/(?:lunr|workers)/|.*\.map$)")


class DeriveOptions(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves a hook untyped
    """``package``: a folder or import name; empty for the formulary itself.

    ``check_links``: whether MkDocs warns of links that lead nowhere, whatever
    is said under ``validation``, where Zensical looks too.
    """

    package = Type(str, default="")
    check_links = Type(bool, default=True)


class DerivePlugin(BasePlugin[DeriveOptions]):  # type: ignore[no-untyped-call]  # as above
    """Runs the writer in a process of its own: a server then sees changed knowledge."""

    @event_priority(-100)  # after whatever decides on the shape of addresses
    def on_config(self, config: MkDocsConfig) -> None:
        """Write, unless whoever started MkDocs has written already.

        An address in DERIVE_SITE_URL stands in place of the configuration's.
        """
        try:
            address = os.environ.get(ADDRESS)
            config.site_url = read_address(address) if address else config.site_url
        except UnreadableCommand as wrong:
            raise PluginError(f"{ADDRESS}: {wrong}") from None
        if self.config.check_links:
            links = config.validation.links
            links.not_found = links.anchors = logging.WARNING
        if os.environ.get("DERIVE_WRITTEN"):
            return
        urls = ["--directory-urls"] if config.use_directory_urls else []
        command = [sys.executable, "-m", "derive.site", *urls, "--", config.config_file_path]
        try:
            run = subprocess.run([*command, self.config.package], check=False)  # noqa: S603
        except (OSError, ValueError) as wrong:  # a name that no system takes
            raise PluginError(f"the pages of the knowledge could not be written: {wrong}") from None
        if run.returncode:
            raise PluginError("the pages of the knowledge could not be written; see above")

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:  # noqa: ARG002
        """Leave out what the theme brings and no page asks for.

        The search is ours, so the theme's index and its stemmers are never fetched; and
        maps of its sources serve its makers.
        """
        for file in list(files):
            if UNUSED.match(file.src_uri):
                files.remove(file)
        return files

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: object) -> None:  # noqa: ARG002
        """Watch what the pages are made of, not the pages."""
        docs = Path(config.docs_dir)
        package = Path(self.config.package)
        server.unwatch(str(docs))
        for folder in (package if package.is_dir() else locate.knowledge(), locate.templates()):
            server.watch(str(folder))
        for entry in docs.parent.iterdir():
            if entry != docs:
                server.watch(str(entry))
