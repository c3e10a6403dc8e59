/** Details of somebody who is paid in India, as the form sends them. */
export const INDIAN_BANK = {
  method: 'bank',
  holder: 'Asha Rao',
  accountNumber: '50100123456789',
  ifsc: 'HDFC0001234',
} as const
