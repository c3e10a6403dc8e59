/** What stands in mails besides what each says. */
export const mailTexts = {
  productName: 'Cheers',
  greeting: (name: string) => `Hello ${name},`,
  operatorGreeting: 'Hello,',
  openAddress: (url: string) => `Or open this address: ${url}`,
  unsubscribe: 'No more mails like this',
} as const
