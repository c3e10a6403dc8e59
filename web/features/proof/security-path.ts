/** The page about what protects an account. */
export const SECURITY_PATH = '/settings/security'
