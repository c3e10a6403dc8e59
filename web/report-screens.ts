/* Reports, decisions and grievances in one file: a name less in the script that every visitor loads. */

export { CaseScreen } from './screens/cases/case.tsx'
export { CasesScreen } from './screens/cases/cases.tsx'
export { GrievanceStatusScreen } from './screens/grievance/grievance-status.tsx'
export { GrievanceScreen } from './screens/grievance/grievance.tsx'
