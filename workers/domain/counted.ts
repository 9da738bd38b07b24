/** The part of a database that operators' commands need: the command line has others than the Workers. */
export interface Counted {
  prepare(sql: string): Statement;
  /** All or nothing. */
  batch(statements: Statement[]): Promise<unknown>;
}
interface Statement {
  bind(...values: (string | number)[]): Statement;
  all<Row>(): Promise<{ results: Row[] }>;
}
