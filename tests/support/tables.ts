import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as directorySchema from "#db/directory/schema.ts";
import * as tenantSchema from "#db/tenant/schema.ts";

export interface Column {
  name: string;
  type: string;
  json: boolean;
  required: boolean;
  /** Table and column that it refers to. */
  of?: { table: string; column: string };
}
export interface Table {
  name: string;
  columns: Column[];
}

const tablesOf = (schema: object): Table[] =>
  Object.values(schema)
    .filter((each) => is(each, SQLiteTable))
    .map((table) => {
      const { name, columns, foreignKeys } = getTableConfig(table);
      const parents = new Map(
        foreignKeys.map((key) => {
          const { columns: own, foreignTable, foreignColumns } = key.reference();
          const of = { table: getTableConfig(foreignTable).name, column: foreignColumns[0]?.name ?? "" };
          return [own[0]?.name ?? "", of];
        }),
      );
      return {
        name,
        columns: columns.map((column) => {
          const of = parents.get(column.name);
          return {
            name: column.name,
            type: column.getSQLType(),
            json: column.dataType === "json",
            required: column.notNull && !column.hasDefault && !isRowNumber(column),
            ...(of && { of }),
          };
        }),
      };
    });

/** SQLite numbers such a column by itself. */
const isRowNumber = (column: SQLiteColumn): boolean => column.primary && column.getSQLType() === "integer";

export const tenantTables = tablesOf(tenantSchema);
export const directoryTables = tablesOf(directorySchema);

export const has = ({ columns }: Table, column: string): boolean =>
  columns.some(({ name }) => name === column);
