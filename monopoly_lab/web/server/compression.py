"""Compression of what the server sends; a file of a page is compressed once, however many tablets ask for it."""

from jupyter_server.base.handlers import FileFindHandler
from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import GZipContentEncoding, StaticFileHandler

FILES = "/voila/"  # begins the addresses of files that are the same for everybody, of some 10 MB in all
HTTP_OK = 200


class ExtensionFile(FileFindHandler):
    """A file of a JupyterLab extension, with the mark of its content that Jupyter leaves out."""

    def compute_etag(self) -> str | None:
        """Return the mark, as any other file has it; the file is read for it once."""
        return StaticFileHandler.compute_etag(self)


class FilesOnce(GZipContentEncoding):
    """Compression of a response as Tornado's, but the bytes of files are kept, by what names their content."""

    kept: dict[str, bytes] = {}

    def __init__(self, request: HTTPServerRequest) -> None:
        super().__init__(request)
        self._is_file = request.method == "GET" and request.path.startswith(FILES)
        self._content = ""  # names what a file contains
        self._left = 0  # bytes of it to come; some are left where a page is closed before it has the whole file
        self._rest: bytes | None = None  # of a file that is kept: what was not sent yet
        self._parts: list[bytes] = []

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        """Return the first part of a response, compressed; a file that is kept is sent whole with it."""
        # Only files have their mark before the first byte is sent; it follows from their content.
        if self._is_file and status_code == HTTP_OK and not finishing:
            self._content = headers.get("Etag", "")
            self._rest, self._left = self.kept.get(self._content), int(headers.get("Content-Length", "-1"))
        return super().transform_first_chunk(status_code, headers, chunk, finishing)

    def transform_chunk(self, chunk: bytes, finishing: bool) -> bytes:
        """Return a part of a response, compressed."""
        if self._gzipping and self._rest is not None:
            chunk, self._rest = self._rest, b""
            return chunk
        self._left -= len(chunk)
        chunk = super().transform_chunk(chunk, finishing)
        if self._gzipping and self._content:
            self._parts.append(chunk)
            if finishing and self._left == 0:
                self.kept[self._content] = b"".join(self._parts)
        return chunk
