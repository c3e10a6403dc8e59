/** When questions are answered. */
export const SUPPORT_HOURS = 'Monday to Friday, 10 AM to 6 PM IST'
