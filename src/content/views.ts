/** Answers of services about titles, actions and what belongs to them. */
import type { ActionType } from './actions/action.entity.js';
import type { Property } from './properties/property.entity.js';

export interface TitleView {
  readonly id: string;
  readonly nodeId: string;
  readonly languageCode: string;
  readonly value: string;
  readonly style: string | null;
  /** When readers are shown it; null: always. */
  readonly timeWindow: string | null;
}

export interface ActionView {
  readonly id: string;
  readonly nodeId: string;
  readonly iconId: string | null;
  readonly isValid: boolean;
  readonly languageCode: string;
  readonly priority: number | null;
  readonly order: number | null;
  readonly name: string;
  readonly style: string | null;
  readonly type: ActionType;
  readonly content: string;
  /** Where some readers are led instead, as text; null: nobody. */
  readonly rules: string | null;
  /** When readers are shown it; null: always. */
  readonly timeWindow: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface DocumentLanguageView {
  readonly documentId: string;
  readonly languageCode: string;
}

export interface LanguageView {
  readonly code: string;
  readonly name: string;
  readonly region: string;
  readonly zone: string;
}

export interface IconView {
  readonly id: string;
  readonly nodeId: string;
  readonly name: string | null;
  readonly tags: string | null;
  readonly fileId: string;
}

export interface PropertyView {
  readonly id: string;
  readonly nodeId: string;
  readonly type: Property['type'];
  readonly name: string;
  readonly value: string | null;
}
