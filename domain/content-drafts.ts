/** What a draft of content changes: staff collect changes and publish them together. */

/** Tables that a draft may change, each as its rights allow. */
export type DraftTable =
  | 'company_facts'
  | 'impact_figures'
  | 'board_members'
  | 'career_categories'
  | 'career_positions'
  | 'page_actions'
  | 'courses'
  | 'crop_seasons'
  | 'projects'
  | 'stories'
  | 'photographs'
  | 'page_facts'
  | 'page_texts'

/**
 * `key` names the row by its primary key; an insert has none but of page_texts. Values of board_members are also email, phone and
 * public_contact, which lie in board_contacts.
 */
export interface DraftChange {
  table: DraftTable
  verb: 'insert' | 'update' | 'delete'
  key?: Record<string, string | number>
  values?: Record<string, unknown>
}
