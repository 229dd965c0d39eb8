"""Checks CITATION.cff and the metadata of a bundle against the schemas of those formats.

Usage: read_metadata.py DEALWRIGHT
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

from cffconvert.citation import Citation
from datacite import schema45

ROOT = pathlib.Path(__file__).parents[3]
CREATORS = ["--creator", "Carberry, Josiah 0000-0002-1825-0097", "--creator", "A Lab: \"Puzzles\""]
CASES = {
    "everything said": ["--title", "Tiles: a \"study\"", "--licence", "CC-BY-4.0", *CREATORS],
    "nothing said": [],
}


def check_citation(text):
    citation = Citation(text)
    citation.validate()
    return citation.cffobj


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    own = check_citation((ROOT / "CITATION.cff").read_text())
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    assert own["version"] == version, (own["version"], version)
    paper = own["references"][0]
    assert paper["year"] == 2018 and "1810.01926" in paper["url"], paper
    with tempfile.TemporaryDirectory() as folder:
        study = pathlib.Path(folder) / "study"
        subprocess.run([program, "-q", "study", "boxoff/ltiles", "-n", "20", "--out", study], check=True,
                       stdout=subprocess.DEVNULL)
        for name, flags in CASES.items():
            file = pathlib.Path(folder) / "bundle.zip"
            subprocess.run([program, "-q", "bundle", study, "--out", file, *flags], check=True, stdout=subprocess.DEVNULL)
            with zipfile.ZipFile(file) as bundle:
                read = {part: bundle.read(f"study/{part}").decode() for part in
                        ("CITATION.cff", "datacite.json", "metadata.json")}
            citation = check_citation(read["CITATION.cff"])
            assert citation["type"] == "dataset" and len(citation["references"]) == 2, citation
            datacite = json.loads(read["datacite.json"])
            schema45.validator.validate(datacite)
            zenodo = json.loads(read["metadata.json"])
            creators = json.dumps([citation["authors"], datacite["creators"], zenodo["creators"]])
            assert "Dealwright" not in creators, creators
            assert ("Carberry" in creators) == bool(flags), creators
            print(f"CITATION.cff and datacite.json are valid: {name}")


main()
