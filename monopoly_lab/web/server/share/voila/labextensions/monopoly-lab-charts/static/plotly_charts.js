// Draws the charts of a page, and loads plotly with the first one: it is more than half of what a page without charts
// would wait for. The extension that plotly brings for JupyterLab draws each chart twice, the second time as a picture
// that a notebook would keep.
{
  const NAME = "monopoly-lab-charts"; // as in package.json
  const KIND = "application/vnd.plotly.v1+json";
  const HEIGHT = 360; // of a chart that says none, as in JupyterLab
  const AGAIN = 2000; // milliseconds after which a file that a weak network lost is asked for again
  const PLOTLY = new URL("../../../plotly.min.js", document.currentScript.src);
  let shared; // what other extensions and the page itself share, by name and version
  let loading;

  const load = () =>
    (loading ??= new Promise((resolve) => {
      const ask = () => {
        const script = document.createElement("script");
        script.onload = () => resolve(window.Plotly);
        script.onerror = () => setTimeout(ask, AGAIN);
        script.src = PLOTLY;
        document.head.append(script);
      };
      ask();
    }));

  const chartOf = (Widget) =>
    class Chart extends Widget {
      constructor() {
        super();
        this.addClass("jp-RenderedPlotly");
        // As wide as its place: the cell of a table, as JupyterLab has it, would be as wide as what it holds.
        Object.assign(this.node.style, { display: "block", margin: 0 });
      }

      async renderModel(model) {
        this.figure = model.data[KIND];
        if (this.isAttached) await this.draw();
      }

      async draw() {
        const { data, layout, config, frames } = this.figure;
        const Plotly = await load();
        if (this.isDisposed) return;
        const height = layout?.height || (this.node.clientHeight ? undefined : HEIGHT); // a page may give its charts one
        await Plotly.react(this.node, data, { ...layout, height }, config);
        if (frames) await Plotly.addFrames(this.node, frames);
        this.drawn = true;
      }

      onAfterAttach() {
        if (this.figure) this.draw();
      }

      dispose() {
        if (this.drawn) window.Plotly.purge(this.node); // which listens to the window
        super.dispose();
      }

      onAfterShow() {
        this.fit();
      }

      onResize() {
        this.fit();
      }

      fit() {
        if (this.drawn && this.isVisible) window.Plotly.Plots.resize(this.node);
      }
    };

  (window._JUPYTERLAB ??= {})[NAME] = {
    init: (scope) => (shared = scope),
    get: async () => {
      const { Widget } = (await Object.values(shared["@lumino/widgets"])[0].get())();
      const Chart = chartOf(Widget);
      const rendererFactory = { safe: true, mimeTypes: [KIND], createRenderer: () => new Chart() };
      return () => ({ id: `${NAME}:plugin`, rendererFactory, rank: 0, dataType: "json" });
    },
  };
}
