/** How numbers and money are written: "1,234.50". A second language begins here and in the message modules. */
export const NUMBER_LOCALE = 'en-US'

/** How amounts are grouped: "$1,234,567" and "₹12,34,567". */
export function amountLocale(currency: string): string {
  return currency === 'INR' ? 'en-IN' : NUMBER_LOCALE
}

/** How days and months are written: "14 March 2026", which can't be mistaken for another day. */
export const DATE_LOCALE = 'en-GB'
