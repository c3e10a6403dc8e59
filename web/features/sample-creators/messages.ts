/** The invented creators on the front page. */
export const sampleTexts = {
  music: { name: 'Asha Rao', headline: 'Songs written between two monsoons' },
  prints: { name: 'Marsh & Gull', headline: 'Linocuts from a very small island' },
} as const
