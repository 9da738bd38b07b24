import type { ApexOptions } from "apexcharts";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import Wrapped from "react-apexcharts";
import { useMedia } from "#app/components/use-media.ts";
import { formatCount } from "#app/lib/format.ts";
import { type ChartProps, heightOf } from "./chart-props.ts";
import { shortLabel, shownEvery } from "./labels.ts";

/** The package is CommonJS: its default import is the module, and the component is the default of that. */
const ReactApexChart = (Wrapped as unknown as { default?: typeof Wrapped }).default ?? Wrapped;

/**
 * Draws a chart in the theme's colours, and redraws it when the theme or the numbers change. Imported lazily by
 * chart.tsx.
 */
export function Drawing(props: ChartProps) {
  const latest = useRef(props);
  const still = useMedia("(prefers-reduced-motion: reduce)") || props.still === true;
  const dark = useDark();
  const { kind, labels, series, centre, stacked, most, lying } = props;
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const every = lying ? 1 : shownEvery(labels, width);
  const narrow = width < NARROW;
  const height = heightOf(props);
  const drawn = JSON.stringify([kind, labels, series, centre, stacked, most, lying]);
  useEffect(() => {
    latest.current = props;
  });
  // The library redraws for every new object, so it gets the same one until something changes.
  const options = useMemo(() => {
    const pick: Manner["pick"] = (label, of) => latest.current.onPick?.(label, of);
    return optionsOf(props, { still, dark, every, narrow, pick });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `drawn` is what of the props is drawn
  }, [drawn, still, dark, every, narrow]);
  return (
    <div ref={place} aria-hidden className={props.onPick && "[&_.apexcharts-series_path]:cursor-pointer"}>
      {width > 0 && (
        <ReactApexChart
          key={`${kind} ${dark} ${still}`}
          type={kind}
          height={height}
          width="100%"
          options={options}
          series={options.series ?? []}
        />
      )}
    </div>
  );
}

/** Points above which drawing each frame of an animation would stop the page. */
const MOST_MOVING = 62;

/** Below this width (in pixels) names beside bars have to be short. */
const NARROW = 480;

/** Width available for the chart in pixels; 0 before it is known. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watching = new ResizeObserver(() => setWidth(element.clientWidth));
    watching.observe(element);
    return () => watching.disconnect();
  }, [place]);
  return width;
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

/** Half the height of a digit: text is placed by its base line. */
const VALUE_DROP = 8;

interface Manner {
  still: boolean;
  dark: boolean;
  /** Only every n-th label has room under the bars. */
  every: number;
  narrow: boolean;
  pick: (label: number, series?: number) => void;
}

function optionsOf(props: ChartProps, manner: Manner): ApexOptions {
  const { kind, labels, series, centre, stacked, most, lying = false, format = formatCount } = props;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const colors = series.map(({ tone }) => colour(tone));
  const indexOf = new Map(labels.map((label, index) => [label, index]));
  const under = (label: string): string =>
    (indexOf.get(label) ?? 0) % manner.every === 0 ? shortLabel(label) : "";
  const text = { style: { colors: colour("muted"), fontFamily: "inherit" } };
  const shared: ApexOptions = {
    chart: {
      type: kind,
      height: heightOf(props),
      width: "100%",
      background: "transparent",
      fontFamily: "inherit",
      foreColor: colour("muted"),
      toolbar: { show: false },
      zoom: { enabled: false },
      stacked: stacked ?? false,
      animations: { enabled: !manner.still && labels.length <= MOST_MOVING },
      // The library injects style elements, which the policy allows only with the page's nonce.
      nonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "",
      events: {
        dataPointSelection: (_event, _chart, at: { dataPointIndex: number; seriesIndex: number }) =>
          kind === "donut" ? manner.pick(at.dataPointIndex) : manner.pick(at.dataPointIndex, at.seriesIndex),
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
      x: {
        formatter: (at: number, of?: { dataPointIndex?: number }) =>
          labels[of?.dataPointIndex ?? at - 1] ?? "",
      },
      y: { formatter: (value: number | null) => (value === null ? "" : format(value)) },
    },
    states: { active: { filter: { type: "none" } } },
  };
  if (kind === "donut") {
    return {
      ...shared,
      series: (series[0]?.values ?? []).map((value) => value ?? 0),
      labels: [...labels],
      colors: [colour("accent"), colour("beak"), colour("edge"), colour("success")],
      stroke: { colors: [colour("surface")] },
      plotOptions: {
        pie: {
          donut: {
            size: "68%",
            labels: {
              show: centre !== undefined,
              name: { show: false },
              // Without a name above it, the value would stand below the centre by the name's height.
              value: {
                show: true,
                fontSize: "1.5rem",
                offsetY: VALUE_DROP,
                color: colour("ink"),
                formatter: () => centre ?? "",
              },
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
    markers: { size: kind === "line" && labels.length <= (manner.narrow ? 15 : 31) ? 4 : 0 },
    grid: { borderColor: colour("line") },
    plotOptions: {
      bar: {
        columnWidth: labels.length > 40 ? "90%" : "60%",
        barHeight: "60%",
        borderRadius: 2,
        horizontal: lying,
      },
    },
    xaxis: {
      categories: [...labels],
      labels: {
        ...text,
        rotate: 0,
        hideOverlappingLabels: true,
        // Horizontal bars have their values here, and only as many of these as fit.
        formatter: (label: string) => (lying ? format(Math.round(Number(label))) : under(label)),
      },
      ...(lying && { tickAmount: manner.narrow ? 2 : 5 }),
      axisBorder: { color: colour("line") },
      axisTicks: { show: manner.every === 1, color: colour("line") },
    },
    yaxis: {
      min: 0,
      forceNiceScale: most === undefined,
      ...(most !== undefined && { max: most, tickAmount: 5 }),
      labels: {
        ...text,
        maxWidth: manner.narrow ? 120 : 200,
        // Despite the library's types, these values are the names if the bars are horizontal.
        formatter: (value: number | string) =>
          typeof value === "string" ? value : format(Math.round(value)),
      },
    },
  };
}
