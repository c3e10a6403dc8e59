/* Both in one file: a name less in the script that every visitor loads. */

export { GrievanceScreen } from './grievance.tsx'
export { GrievanceStatusScreen } from './grievance-status.tsx'
