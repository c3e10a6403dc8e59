/* Two files, as mutations cost 1 KB of script: public pages don't change anything and import use-query.ts alone. */

export { useMutation } from './use-mutation.ts'
export { useQuery } from './use-query.ts'
