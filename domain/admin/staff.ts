/** Staff: who they are, how they are invited, changed and deactivated, and what they may do at this time. */
import type { Permission, StaffRole } from './roles.ts'

/** What rpc my_permissions() answers about the caller; permissions are the rows of role_permissions, which staff may change. */
export interface MyPermissions {
  role: StaffRole | null
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
  role: StaffRole | null
  former_role: StaffRole | null
  deactivated_at: string | null
  has_second_factor: boolean
  last_sign_in_at: string | null
  since: string
}

/** A row of the table staff_invitations: read with the right roles.read. */
export interface StaffInvitation {
  id: string
  email: string
  role: StaffRole
  invited_by: string | null
  created_at: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
}

export const invitationDays = 7

/** Where the mail of an invitation leads: after signing in, or up, under that very address. */
export const invitationPath = '/admin/welcome'

/*
 * rpc's, all with the right roles.manage and a second factor:
 * invite_staff(email, role) -> id (a second invitation of an address replaces the first and writes again)
 * withdraw_invitation(id)
 * change_staff_role(user_id, new_role, expected_role)  PT409 when it is another by now
 * deactivate_staff(user_id, reason)                    their sessions end at once
 * set_role_permission(role, permission, is_granted)    admin always has all of them
 * The last admin can be neither changed nor deactivated (23514, hint 'last_admin'). Anyone who has a change of where money is
 * sent to open may not change who could stop it (23514, hint 'open_proposal'). With the right of an admin to invite end
 * the invitations that they sent.
 *
 * For anyone who was invited: rpc accept_invitation() -> the role, or null when nothing waits for their confirmed address.
 */
