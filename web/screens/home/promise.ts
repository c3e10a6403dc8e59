/** The spec's promise: what the front page says first, and what is shown where the site is linked to. */
export const HEADLINE = 'Transform Your Passion Into a Thriving Business'
export const SUB_TEXT = 'Join a community of successful creators who are building sustainable income streams.'
export const TAGLINE = 'Empowering creators to build sustainable businesses and meaningful connections.'
