/**
 * The texts of the public pages' bar, footer and frame, apart from the spec's own sentences
 * (contract/site/messages.ts).
 */
export const siteTexts = {
  account: 'Account',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  onThisPage: 'On this page',
  section: (number: number, heading: string) => `${number}. ${heading}`,
  copyright: (year: number, operatorName: string) => `© ${year} ${operatorName}`,
  product: 'Cheers',
  legal: 'Legal',
  explore: 'Explore',
  about: 'About',
  contact: 'Contact',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
  refunds: 'Refund Policy',
  delivery: 'Digital Delivery',
} as const
