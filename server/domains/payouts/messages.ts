/** The texts of a monthly statement, as a document and as a file. */
export const statementFileTexts = {
  productName: 'Cheers',
  documentTitle: (month: string, pageName: string) => `Statement ${month}, ${pageName}`,
  title: (month: string) => `Statement, ${month}`,
  opening: 'Opening balance',
  closing: 'Closing balance',
  dispute: 'Dispute',
  disputes: 'Disputes',
  columns: {
    date: 'Date',
    type: 'Type',
    about: 'About',
    gross: 'Gross',
    fee: 'Fee',
    yours: 'Yours',
  },
  atBeginning: 'Balance at the beginning',
  gross: 'Supporters paid, less refunds',
  fee: 'Platform fee',
  paidOut: 'Paid out',
  atEnd: 'Balance at the end',
  reserved: 'of which for the months ahead',
} as const
