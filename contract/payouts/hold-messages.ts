/** What the staff read about payouts that they hold. */
export const payoutHoldMessages = {
  notFound: 'This payout does not exist.',
  gone: 'This payout has left already, or it is settled.',
  held: 'This payout is held already.',
  heldTwice: 'This payout was held twice. It can’t be held again: pay it, or fail it.',
  heldByYou: 'You held this payout before. Only somebody else can hold it once more.',
  notHeld: 'This payout isn’t held.',
} as const
