/** What colleagues did last, in the words of the trail, where only the kind of what it was done to is known. */
import { article, nameListOf, nounOf, sayGivenRole } from './audit-words.ts'
import type { LastAction } from './staff.ts'

/** Before the noun. */
const verbs: Readonly<Record<string, string>> = {
  insert: 'added',
  update: 'changed',
  delete: 'deleted',
  look: 'looked at a file of',
  note: 'wrote a note about',
  contact: 'noted a first contact about',
  message: 'wrote about',
  call: 'called about',
  assign: 'assigned',
  task: 'wrote or finished a task about',
  undo: 'undid a decision about',
  merge: 'merged',
  correction: 'asked for a correction of',
  change: 'changed their own answers as',
  enter: 'entered the form of',
  event: 'wrote into the register of',
  send_document: 'sent a document of',
  quote_delivery: 'quoted the delivery of',
  accept_delivery_by_phone: 'wrote down an agreement by telephone to the delivery of',
  change_delivery_day: 'changed the day of delivery of',
  propose: 'proposed to change',
  withdraw: 'dropped a proposal to change',
  freeze: 'froze',
  alarm: 'raised an alarm about',
  request_factor_reset: 'asked to remove the second step of',
  reset_second_factor: 'removed the second step of',
}

/** What no noun follows: of the action alone, or of the action on that kind. */
const whole: Readonly<Record<string, string>> = {
  resend: 'sent a mail again',
  unsubscribe: 'took an address off the newsletter',
  ask_thaw: 'asked to open an account again',
  thaw: 'opened an account again',
  request: 'asked to see their own private data',
  cancel: 'took back the request to see their own private data',
  'export own_data': 'downloaded their own data',
  'insert vault_reveals': 'looked at private data',
  'insert photo_sittings': 'began a review of photos',
  'insert user_roles': 'gave a colleague a role',
  'insert staff_invitations': 'invited a colleague',
  'update staff_invitations': 'accepted or withdrew an invitation',
  'insert staff_departures': 'deactivated a colleague',
  'delete staff_departures': 'brought a colleague back',
  'insert payments': 'confirmed a payment',
  'insert order_credits': 'recorded what is settled without money',
  'insert quotes': 'quoted for an order',
}

/** "changed the season", "undid a decision about a farmer", "downloaded the list of farmers" */
export function sayAction(
  action: string,
  type: string,
  { given_role, given_by }: Partial<Pick<LastAction, 'given_role' | 'given_by'>> = {},
): string {
  if (given_role) return sayGivenRole(given_role, given_by)
  const sentence = whole[`${action} ${type}`] ?? whole[action]
  if (sentence) return sentence
  if (action === 'export') return `downloaded the list of ${nameListOf(type)}`
  const verb = verbs[action]
  return verb ? `${verb} ${article(nounOf(type))}` : `did "${action.replaceAll('_', ' ')}"`
}
