// node bytecode.mjs RUNTIME WHEELS [NAME...]: the modules of each wheel in the folder WHEELS become bytecode, which
// stands in the place of their source; wheels that begin with a NAME keep the source beside it. Nothing is compressed.

import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, wheels] = process.argv.slice(2, 4).map((folder) => resolve(folder));
const open = process.argv.slice(4);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.mkdir("/wheels");
python.mountNodeFS("/wheels", wheels);
python.runPython(`
import importlib.util
import io
import site
import warnings
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

PLACE = site.getsitepackages()[0]
warnings.simplefilter("ignore")


def bytecode(name, content):
    if not name.endswith(".py"):
        return None
    try:
        code = compile(content, f"{PLACE}/{name}", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):  # for another Python: it fails, if at all, where it is imported
        return None
    return _code_to_hash_pyc(code, importlib.util.source_hash(content), False)


def with_bytecode(path, keeps_source):
    made = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(made, "w") as new:
        for item in old.infolist():
            content = old.read(item)
            code = bytecode(item.filename, content)
            if code is None or keeps_source:
                new.writestr(item, content, zipfile.ZIP_STORED)
            if code is not None:
                cached = importlib.util.cache_from_source(item.filename) if keeps_source else f"{item.filename}c"
                new.writestr(zipfile.ZipInfo(cached, item.date_time), code)
    with open(path, "wb") as file:
        file.write(made.getvalue())
`);
const change = python.globals.get("with_bytecode");
for (const name of readdirSync(wheels))
  if (name.endsWith(".whl")) change(`/wheels/${name}`, open.some((begin) => name.startsWith(begin)));
