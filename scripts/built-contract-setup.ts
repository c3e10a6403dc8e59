export { buildContract as setup } from './built-contract.ts'
