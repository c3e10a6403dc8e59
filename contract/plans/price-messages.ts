/** A price with its interval: "$9.99/month". */
export const priceTexts = {
  monthly: (price: string) => `${price}/month`,
  yearly: (price: string) => `${price}/year`,
}
