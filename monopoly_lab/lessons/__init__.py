"""The lessons: opened in JupyterLab, copied for a class, run to store their outputs."""
