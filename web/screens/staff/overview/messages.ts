export const overviewTexts = {
  title: 'To do',
  calm: 'Nothing is waiting for you',
  calmHelp: 'New reports, requests and disputes show up here, those due first.',
  cases: 'Open cases',
  allCases: 'All cases',
  tiles: {
    appeals: 'Appeals to answer',
    grievances: 'Grievances',
    approvals: 'Approvals for you',
    refundRequests: 'Refund requests',
    heldPayouts: 'Payouts on hold',
    openDisputes: 'Open disputes',
  },
  count: (count: number) => (count >= 100 ? '100+' : String(count)),
  first: (day: string) => `First due ${day}`,
} as const
