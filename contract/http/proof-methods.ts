/** The ways people prove who they are: at sign-in, and anew before money moves. */
export type ProofMethod = 'password' | 'google' | 'mailed-code' | 'mailed-link' | FactorMethod

/** Those that need a second factor. */
export type FactorMethod = 'passkey' | 'app' | 'recovery-code'
