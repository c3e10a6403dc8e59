/** The texts about the platform's own plans. */
export const platformPlanTexts = {
  /** As the spec writes it. */
  option: (name: string, percentCharge: number) => `${name} (${percentCharge}%)`,
} as const
