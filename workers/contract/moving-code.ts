/** By it the console knows to ask how the enterprise is. Apart from its sentence: a first visit loads no texts for it. */
export const MOVING = 1503;
