/* Reports, decisions and grievances in one file: a name less in the script that every visitor loads. */

export { CaseScreen } from './screens/cases/case.tsx'
export { CasesScreen } from './screens/cases/cases.tsx'
export { GrievanceScreens } from './screens/grievance/grievance-screens.tsx'
export { TransparencyScreen } from './screens/transparency/transparency.tsx'
