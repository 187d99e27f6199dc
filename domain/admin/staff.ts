/** Staff: who they are, how they are invited, changed and deactivated, and what they may do at this time. */
import type { Permission, RoleLimits } from './roles.ts'

/** What rpc my_permissions() answers about the caller; permissions are the rows of role_permissions, which staff may change. */
export interface MyPermissions {
  /** As their profile has it at this time; the session may hold an older one. */
  name: string | null
  /** One of StaffRole, or the name of a role that an admin made. */
  role: string | null
  /** What the role is called. */
  title: string | null
  permissions: Permission[]
  /** Whether this session has shown its second factor. */
  isStrong: boolean
  hasSecondFactor: boolean
  /** Staff without a second factor may do nothing until they set one up; in an evaluation it is only offered. */
  mustAddSecondFactor: boolean
  /** Where it is demanded, this session may do nothing as staff until it has shown the factor that there is. */
  mustShowSecondFactor: boolean
}

/** What rpc list_staff() answers, with the right roles.read: everybody with a role, and those who had one. */
export interface StaffMember {
  user_id: string
  email: string
  full_name: string | null
  /** Null: deactivated. */
  role: string | null
  former_role: string | null
  deactivated_at: string | null
  has_second_factor: boolean
  last_sign_in_at: string | null
  since: string
}

/** A row of the table staff_invitations: read with the right roles.read. */
export interface StaffInvitation {
  id: string
  email: string
  role: string
  invited_by: string | null
  created_at: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
}

export const invitationDays = 7

/** Where the mail of an invitation leads; its secret stands in the fragment, which no server sees. */
export const invitationPath = '/admin/welcome'

export type InvitationState = 'open' | 'accepted' | 'withdrawn' | 'expired'

/** What adminPaths.invitation answers about a link. */
export interface InvitationView {
  email: string
  title: string
  description: string
  /** Null: an account without a name. */
  invitedBy: string | null
  state: InvitationState
  /** The address has an account that its owner has proved: they sign in to accept. */
  hasAccount: boolean
  /** Not yet where the page was left between the link and the password. */
  hasPassword: boolean
}

/** A row of the table roles: read with the right roles.read, one's own without. */
export interface RoleRow {
  name: string
  title: string
  description: string
  is_built_in: boolean
  refund_up_to_kobo: number | null
  quote_below_list_percent: number | null
  updated_at: string
  ended_at: string | null
}

/** What create_role and change_role take: all of a role at once. */
export interface RoleDetails extends RoleLimits {
  title: string
  description: string
  permissions: Permission[]
}

/** What rpc list_last_actions() answers, with the rights roles.read and audit_events.read: the last three of each colleague. */
export interface LastAction {
  user_id: string
  action: string
  subject_type: string
  at: string
  /** Of who accepted an invitation: the title of their own role, and who gave it. */
  given_role: string | null
  given_by: string | null
}

/*
 * rpc's, all with the right roles.manage and a second factor:
 * invite_staff(email, role) -> id (a second invitation of an address replaces the first and writes again)
 * withdraw_invitation(id)
 * change_staff_role(user_id, new_role, expected_role)  PT409 when it is another by now
 * deactivate_staff(user_id, reason)                    their sessions end at once
 * set_role_permission(role, permission, is_granted)    admin always has all of them
 * create_role(RoleDetails) -> name; change_role(name, RoleDetails, expected_at), PT409 when it is another by now;
 * delete_role(name) when nobody has it and nobody is invited to it
 * The last admin can be neither changed nor deactivated (23514, hint 'last_admin'). Anyone who has a change of where money is
 * sent to open may not change who could stop it (23514, hint 'open_proposal'). With the right of an admin to invite end
 * the invitations that they sent.
 *
 * For anyone who was invited: rpc accept_invitation() -> the role, or null when nothing waits for their confirmed address.
 */
