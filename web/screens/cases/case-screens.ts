/* Both in one file: a name less in the script that every visitor loads. */

export { CaseScreen } from './case.tsx'
export { CasesScreen } from './cases.tsx'
