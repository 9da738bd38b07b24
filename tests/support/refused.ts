/** Status and sentence of what a call is refused with; 200 where it is not. */
export const refused = (work: Promise<unknown>): Promise<{ status: number; message: string }> =>
  work.then(
    () => ({ status: 200, message: "" }),
    (error: unknown) => {
      const [, status, body] = /: (\d{3}) (\{.*\})$/.exec(String(error)) ?? [];
      return {
        status: Number(status),
        message: (JSON.parse(body ?? "{}") as { message?: string }).message ?? "",
      };
    },
  );
