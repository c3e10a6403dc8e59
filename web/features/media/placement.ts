/** On phones media runs to both edges of the screen, whose gutter is 16 px. */
export const toTheEdges = '-mx-4 mt-6 sm:mx-0'
