/** The invented creators on the front page. */
export const sampleTexts = {
  music: { name: 'Asha Rao', headline: 'Songs written between two monsoons', plans: ['Buzzed', 'Tipsy'] },
  prints: { name: 'Marsh & Gull', headline: 'Linocuts from a very small island', plans: ['Tipsy', 'Drunk'] },
} as const
