import type { ApexOptions } from "apexcharts";
import { useEffect, useMemo, useRef, useState } from "react";
import Wrapped from "react-apexcharts";
import { useMedia } from "#app/components/use-media.ts";
import { formatCount } from "#app/format.ts";
import type { ChartProps } from "./chart.tsx";

/** The package is CommonJS: what is imported as its default is the module, and the component is that one's default. */
const ReactApexChart = (Wrapped as unknown as { default?: typeof Wrapped }).default ?? Wrapped;

/** Draws a chart in the theme's colours, and anew when the theme or the numbers change. Imported lazily by chart.tsx. */
export default function Drawing(props: ChartProps) {
  const latest = useRef(props);
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const dark = useDark();
  const { kind, labels, series, centre, stacked } = props;
  const drawn = JSON.stringify([kind, labels, series, centre, stacked]);
  useEffect(() => {
    latest.current = props;
  });
  // The library draws anew whatever it is given anew, so it gets the same until something is different.
  const options = useMemo(() => {
    const pick = (label: number, of: number) => latest.current.onPick?.(label, of);
    return optionsOf(props, { still, dark, pick });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `drawn` is what of the props is drawn
  }, [drawn, still, dark]);
  return (
    <ReactApexChart
      key={`${kind} ${dark} ${still}`}
      type={kind}
      height={256}
      width="100%"
      options={options}
      series={options.series ?? []}
    />
  );
}

function useDark(): boolean {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains("dark"));
  useEffect(() => {
    const watching = new MutationObserver(() => setDark(document.documentElement.classList.contains("dark")));
    watching.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
    return () => watching.disconnect();
  }, []);
  return dark;
}

interface Manner {
  still: boolean;
  dark: boolean;
  pick: (label: number, series: number) => void;
}

function optionsOf(
  { kind, labels, series, centre, stacked, format = formatCount }: ChartProps,
  manner: Manner,
): ApexOptions {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const colors = series.map(({ tone }) => colour(tone));
  const text = { style: { colors: colour("muted"), fontFamily: "inherit" } };
  const shared: ApexOptions = {
    chart: {
      type: kind,
      height: 256,
      width: "100%",
      background: "transparent",
      fontFamily: "inherit",
      foreColor: colour("muted"),
      toolbar: { show: false },
      zoom: { enabled: false },
      stacked: stacked ?? false,
      animations: { enabled: !manner.still },
      // What styles itself has to say the page's word for it.
      nonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "",
      events: {
        dataPointSelection: (_event, _chart, at: { dataPointIndex: number; seriesIndex: number }) =>
          kind === "donut"
            ? manner.pick(at.dataPointIndex, 0)
            : manner.pick(at.dataPointIndex, at.seriesIndex),
        markerClick: (_event, _chart, at: { dataPointIndex: number; seriesIndex: number }) =>
          manner.pick(at.dataPointIndex, at.seriesIndex),
      },
    },
    theme: { mode: manner.dark ? "dark" : "light" },
    colors,
    dataLabels: { enabled: false },
    legend: { show: true, position: "bottom", labels: { colors: colour("ink") } },
    tooltip: {
      theme: manner.dark ? "dark" : "light",
      y: { formatter: (value: number | null) => (value === null ? "" : format(value)) },
    },
    states: { active: { filter: { type: "none" } } },
  };
  if (kind === "donut") {
    return {
      ...shared,
      series: (series[0]?.values ?? []).map((value) => value ?? 0),
      labels: [...labels],
      colors: [colour("accent"), colour("beak"), colour("warning"), colour("success")],
      stroke: { colors: [colour("surface")] },
      plotOptions: {
        pie: {
          donut: {
            size: "68%",
            labels: {
              show: centre !== undefined,
              name: { show: false },
              value: { show: true, fontSize: "1.5rem", color: colour("ink"), formatter: () => centre ?? "" },
              total: { show: true, label: "", formatter: () => centre ?? "" },
            },
          },
        },
      },
    };
  }
  return {
    ...shared,
    series: series.map(({ name, values }) => ({ name, data: [...values] })),
    stroke:
      kind === "line"
        ? { width: 2, dashArray: series.map(({ faint }) => (faint ? 5 : 0)), curve: "straight" }
        : { show: false },
    markers: { size: kind === "line" && labels.length <= 31 ? 4 : 0 },
    grid: { borderColor: colour("line") },
    plotOptions: { bar: { columnWidth: labels.length > 40 ? "90%" : "60%", borderRadius: 2 } },
    xaxis: {
      categories: [...labels],
      labels: { ...text, hideOverlappingLabels: true, rotate: 0 },
      tickAmount: Math.min(labels.length, 6),
      axisBorder: { color: colour("line") },
      axisTicks: { color: colour("line") },
    },
    yaxis: {
      min: 0,
      forceNiceScale: true,
      labels: { ...text, formatter: (value: number) => format(Math.round(value)) },
    },
  };
}
