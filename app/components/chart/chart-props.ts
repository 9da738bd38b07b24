export type ChartTone = "accent" | "beak" | "success" | "danger" | "warning" | "edge";

interface ChartSeries {
  name: string;
  /** Null: no data, so a line has a gap. */
  values: readonly (number | null)[];
  tone: ChartTone;
  /** Drawn as a dashed line, for a series to compare with. */
  faint?: boolean;
  /** Combines the days of a week; a sum by default. */
  week?: "sum" | "mean";
}

export interface ChartProps {
  kind: "bar" | "line" | "donut";
  title: string;
  /** Text alternative: the chart in a sentence, for people who do not see it and people in a hurry. */
  summary: string;
  /** Header of the table's first column: the kind of the labels. */
  labelName: string;
  /** The one sentence of a chart without any figure, in place of its picture. */
  empty?: string;
  labels: readonly string[];
  series: readonly ChartSeries[];
  /**
   * Called after a click on a bar, a point or a slice: with its label, and its series unless the whole label is meant.
   */
  onPick?: ((label: number, series?: number) => void) | undefined;
  /** Formats a value; a count by default. */
  format?: (value: number) => string;
  /** Drawn without animation, as is any chart of many points. */
  still?: boolean;
  /** Text in the centre of a donut. */
  centre?: string;
  /** Stacked: the bars of a label are drawn on top of each other. */
  stacked?: boolean;
  /** The highest value that there can be, such as 100 for percent. */
  most?: number;
  /** Horizontal bars: for labels that are names, which would not fit side by side under vertical bars. */
  lying?: boolean;
}

const HEIGHT = 256;
const LYING_BAR = 34;
const LYING_EDGES = 84;

/** Height of the chart: horizontal bars each take a line. */
export const heightOf = ({ lying = false, labels }: Pick<ChartProps, "lying" | "labels">): number =>
  lying ? labels.length * LYING_BAR + LYING_EDGES : HEIGHT;
