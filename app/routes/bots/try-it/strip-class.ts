/** The place of the test strip in the bot's head, whether it is there yet or not. */
export const stripClass = "order-last h-9 w-full lg:order-none lg:w-48 xl:w-64 2xl:w-80";
