// Generated from the schema by `npm run client:types`; a test compares it.
export interface paths {
  readonly '/api/v2.0/enginemodify/json/AddImage': {
    readonly parameters: {};
    /** Add a reference, or replace the one of the same id */
    readonly post: operations['post_modify_AddImage'];
  };
  readonly '/api/v2.0/enginemodify/json/DeleteImage': {
    readonly parameters: {};
    /** Delete a reference */
    readonly post: operations['post_modify_DeleteImage'];
  };
  readonly '/api/v2.0/enginemodify/json/GetDnaById': {
    readonly parameters: {};
    /** Read the signature of a reference */
    readonly post: operations['post_modify_GetDnaById'];
  };
  readonly '/api/v2.0/enginemodify/json/GetTaskStatus': {
    readonly parameters: {};
    /** State of a task; tasks are done when their call is answered */
    readonly post: operations['post_modify_GetTaskStatus'];
  };
  readonly '/api/v2.0/enginequery/json/SearchImageByUpload': {
    readonly parameters: {};
    /** Search by a photo */
    readonly post: operations['post_query_SearchImageByUpload'];
  };
  readonly '/api/v2.0/enginequery/json/SearchImageByDna': {
    readonly parameters: {};
    /** Search by a signature */
    readonly post: operations['post_query_SearchImageByDna'];
  };
  readonly '/api/v2.0/enginequery/json/SearchImageById': {
    readonly parameters: {};
    /** Search by a reference that is stored already */
    readonly post: operations['post_query_SearchImageById'];
  };
  readonly '/api/v2.0/enginequery/json/SearchImageByKeywords': {
    readonly parameters: {};
    /** Search by keywords alone */
    readonly post: operations['post_query_SearchImageByKeywords'];
  };
  readonly '/api/v2.0/enginequery/json/SearchImageByColors': {
    readonly parameters: {};
    /** Search by colors */
    readonly post: operations['post_query_SearchImageByColors'];
  };
  readonly '/api/v2.0/enginequery/json/GetImageColorsById': {
    readonly parameters: {};
    /** Dominant colors of a reference */
    readonly post: operations['post_query_GetImageColorsById'];
  };
  readonly '/api/v2.0/enginequery/json/GetImageColorsByUpload': {
    readonly parameters: {};
    /** Dominant colors of a picture */
    readonly post: operations['post_query_GetImageColorsByUpload'];
  };
  readonly '/api/v2.0/enginequery/json/GetPalette': {
    readonly parameters: {};
    /** Colors of the references of an application */
    readonly post: operations['post_query_GetPalette'];
  };
  readonly '/api/v2.0/enginequery/json/FineComparison': {
    readonly parameters: {};
    /** Compare two pictures and show their differences */
    readonly post: operations['post_query_FineComparison'];
  };
  readonly '/api/v2.0/enginemodify/json/GetApplicationStatus': {
    readonly parameters: {};
    /** State of an application */
    readonly post: operations['post_modify_GetApplicationStatus'];
  };
  readonly '/api/v2.0/enginequery/json/GetApplicationStatus': {
    readonly parameters: {};
    /** State of an application */
    readonly post: operations['post_query_GetApplicationStatus'];
  };
  readonly '/api/v2.0/enginemodify/json/GetImageById': {
    readonly parameters: {};
    /** Read a reference */
    readonly post: operations['post_modify_GetImageById'];
  };
  readonly '/api/v2.0/enginequery/json/GetImageById': {
    readonly parameters: {};
    /** Read a reference */
    readonly post: operations['post_query_GetImageById'];
  };
  readonly '/api/v3/engine/applications': {
    readonly parameters: {};
    /** List the applications within reach, in order of their making */
    readonly get: operations['get__api_v3_engine_applications'];
    /** Create an application and its keys */
    readonly post: operations['post__api_v3_engine_applications'];
  };
  readonly '/api/v3/engine/applications/{id}': {
    readonly parameters: {};
    /** Read an application, its keys included */
    readonly get: operations['get__api_v3_engine_applications__id_'];
    /** Delete an application with all of its references */
    readonly delete: operations['delete__api_v3_engine_applications__id_'];
    /** Rename an application, switch it off or on, or change its settings */
    readonly patch: operations['patch__api_v3_engine_applications__id_'];
  };
  readonly '/api/v3/engine/applications/{id}/keys': {
    readonly parameters: {};
    /** Replace keys; the old ones stop working at once */
    readonly post: operations['post__api_v3_engine_applications__id__keys'];
  };
  readonly '/api/v3/engine/applications/{id}/counters': {
    readonly parameters: {};
    /** How often searches and changes were done, month by month */
    readonly get: operations['get__api_v3_engine_applications__id__counters'];
  };
  readonly '/api/v3/engine/applications/{id}/counts': {
    readonly parameters: {};
    /** Count references and their images */
    readonly get: operations['get__api_v3_engine_applications__id__counts'];
  };
  readonly '/api/v3/engine/applications/{id}/references': {
    readonly parameters: {};
    /** List references in order of their addition */
    readonly get: operations['get__api_v3_engine_applications__id__references'];
    /** Add a reference, replace it, or give it one more image */
    readonly post: operations['post__api_v3_engine_applications__id__references'];
  };
  readonly '/api/v3/engine/applications/{id}/references/{imageId}': {
    readonly parameters: {};
    /** Read a reference */
    readonly get: operations['get__api_v3_engine_applications__id__references__imageId_'];
    /** Delete a reference with all of its images */
    readonly delete: operations['delete__api_v3_engine_applications__id__references__imageId_'];
    /** Replace the keywords or the metadata of a reference, or switch it off or on */
    readonly patch: operations['patch__api_v3_engine_applications__id__references__imageId_'];
  };
  readonly '/api/v3/engine/applications/{id}/duplicates': {
    readonly parameters: {};
    /** References that are nearly the same picture as others, in order of their addition */
    readonly get: operations['get__api_v3_engine_applications__id__duplicates'];
  };
  readonly '/api/v3/engine/applications/{id}/activations': {
    readonly parameters: {};
    /** Switch up to 10,000 references off or on at once */
    readonly post: operations['post__api_v3_engine_applications__id__activations'];
  };
  readonly '/api/v3/engine/applications/{id}/deletions': {
    readonly parameters: {};
    /** Delete up to 10,000 references at once */
    readonly post: operations['post__api_v3_engine_applications__id__deletions'];
  };
  readonly '/api/v3/engine/applications/{id}/imports': {
    readonly parameters: {};
    /** The last 100 imports, newest first */
    readonly get: operations['get__api_v3_engine_applications__id__imports'];
    /** Add every picture of a ZIP or TAR; the path in it becomes the id, unless manifest.csv, .json or .jsonl at its root gives ids, keywords and metadata */
    readonly post: operations['post__api_v3_engine_applications__id__imports'];
  };
  readonly '/api/v3/engine/applications/{id}/imports/{importId}': {
    readonly parameters: {};
    /** How far an import is */
    readonly get: operations['get__api_v3_engine_applications__id__imports__importId_'];
  };
  readonly '/api/v3/engine/applications/{id}/imports/{importId}/cancellation': {
    readonly parameters: {};
    /** End an import; what it has added stays */
    readonly post: operations['post__api_v3_engine_applications__id__imports__importId__cancellation'];
  };
  readonly '/api/v3/engine/applications/{id}/imports/{importId}/lines': {
    readonly parameters: {};
    /** The report of an import, a line for each file and each line of its manifest */
    readonly get: operations['get__api_v3_engine_applications__id__imports__importId__lines'];
  };
  readonly '/api/v3/engine/applications/{id}/search': {
    readonly parameters: {};
    /** Search by an image, a DNA, a reference or colors, or by keywords, metadata or the beginning of ids alone */
    readonly post: operations['post__api_v3_engine_applications__id__search'];
  };
  readonly '/api/v3/engine/applications/{id}/explain': {
    readonly parameters: {};
    /** Why a picture matches a reference or not: matched points, box and an overlay picture */
    readonly post: operations['post__api_v3_engine_applications__id__explain'];
  };
  readonly '/api/v3/engine/applications/{id}/compare': {
    readonly parameters: {};
    /** Compare two pictures without storing them */
    readonly post: operations['post__api_v3_engine_applications__id__compare'];
  };
  readonly '/api/v3/engine/applications/{id}/extract': {
    readonly parameters: {};
    /** Compute the DNA of a picture without storing it, and grade how well it would be recognized */
    readonly post: operations['post__api_v3_engine_applications__id__extract'];
  };
  readonly '/api/v3/engine/applications/{id}/references/{imageId}/dna': {
    readonly parameters: {};
    /** Read the DNA of the first image of a reference */
    readonly get: operations['get__api_v3_engine_applications__id__references__imageId__dna'];
  };
  readonly '/api/v3/engine/applications/{id}/references/{imageId}/colors': {
    readonly parameters: {};
    /** Dominant colors of a reference, in color applications */
    readonly get: operations['get__api_v3_engine_applications__id__references__imageId__colors'];
  };
  readonly '/api/v3/engine/applications/{id}/colors': {
    readonly parameters: {};
    /** Dominant colors of a picture that is not stored, in color applications */
    readonly post: operations['post__api_v3_engine_applications__id__colors'];
  };
  readonly '/api/v3/engine/applications/{id}/palette': {
    readonly parameters: {};
    /** Colors that represent the references of a color application, with the images that hold each */
    readonly post: operations['post__api_v3_engine_applications__id__palette'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description How an operation of the engine ended */
    readonly EngineStatus: {
      /** @description 0 when all went well */
      readonly code: number;
      readonly message: string;
    } & {
      readonly [key: string]: unknown;
    };
    /** @description A reference that was found */
    readonly EngineImage: {
      readonly keywords: readonly string[];
      /** @description 0 is best */
      readonly score: number;
      /** @description The image_id */
      readonly id: string;
      /** @description JSON text; empty where no pictures were compared */
      readonly result_info: Blob;
    };
    /** @description result_info of media monitoring applications */
    readonly EngineMediaResultInfo: {
      /** @constant */
      readonly category: 'LOCALMATCHING';
      /** @description 0 (same) to 1 */
      readonly distance: number;
      /** @description The transformation from the reference to the query */
      readonly homography: {
        /** @constant */
        readonly source: 'reference';
        /** @constant */
        readonly destination: 'query';
        /** @description Nine numbers, row by row, on fractions; none without a pose */
        readonly coefficients: readonly number[];
      };
      readonly query: components['schemas']['EngineMediaSide'];
      readonly reference: components['schemas']['EngineMediaSide'];
      /** @enum {string} */
      readonly decision: 'Clone' | 'Match' | 'Similar' | 'Different';
    };
    /** @description Where a match lies: a box without rotation */
    readonly EngineMediaSide: {
      /** @description Width and height in pixels */
      readonly originalDimensions: readonly [number, number];
      /** @description The size that was worked on, never larger than the original */
      readonly resizedDimensions: readonly [number, number];
      readonly matchingBox: {
        /** @description x and y as fractions of the picture */
        readonly topLeftPoint: readonly [number, number];
        /** @description x and y as fractions of the picture */
        readonly bottomRightPoint: readonly [number, number];
      };
    };
    /** @description result_info of mobile matching and brand monitoring applications */
    readonly EngineMobileResultInfo: {
      /** @constant */
      readonly category: 'LOCALMATCHING';
      /** @description 0 (same) to 1 */
      readonly distance: number;
      /** @description The transformation from the reference to the query */
      readonly homography: {
        /** @constant */
        readonly source: 'reference';
        /** @constant */
        readonly destination: 'query';
        /** @description Nine numbers, row by row, on fractions; none without a pose */
        readonly coefficients: readonly number[];
      };
      readonly query: components['schemas']['EngineMobileSide'];
      readonly reference: components['schemas']['EngineMobileSide'];
      readonly scores: {
        /** @description Share of the box that is covered with matching points */
        readonly boxCoveredSurface: number;
        /** @description Not to be used */
        readonly boxPointsRatio: number;
        /** @description Matching points among all points in the query box */
        readonly boxPointsRatioHomography: number;
        /** @description From the number of matching points */
        readonly matchStrength: number;
      };
      /** @enum {string} */
      readonly decision:
        | 'Clone'
        | 'Match'
        | 'Rejection due to geometric test'
        | 'Rejection due to shape of the matching box';
    };
    /** @description Where a match lies: four corners */
    readonly EngineMobileSide: {
      /** @description Width and height in pixels */
      readonly originalDimensions: readonly [number, number];
      /** @description The size that was worked on, never larger than the original */
      readonly resizedDimensions: readonly [number, number];
      readonly matchingBox: {
        /** @description Four corners, clockwise from the top left of the reference */
        readonly points: readonly (readonly [number, number])[];
        /** @description Share of the picture that the box covers */
        readonly area: number;
      };
    };
    /** @description result_info of similarity applications */
    readonly EngineSimilarityResultInfo: {
      /** @constant */
      readonly category: 'SIMILARITY';
      readonly colorScore: number;
      readonly shapeScore: number;
      readonly colorweight: number;
    };
    /** @description A set of references that is searched as one */
    readonly EngineApplication: {
      /** Format: uuid */
      readonly id: string;
      readonly name: string;
      /** @enum {string} */
      readonly kind: 'mobile' | 'media' | 'brand' | 'similarity' | 'color';
      readonly organizationId: string | null;
      readonly modifyKey: string | null;
      readonly queryKey: string | null;
      readonly isActive: boolean;
      readonly settings: {
        /** @description Results on a page unless a search says otherwise, 1 to 1000 */
        readonly resultCount?: number;
        /** @description Importance of color in similarity searches, 0 to 100 */
        readonly colorWeightPercent?: number;
        /** @description Strictness of the decision, 0 to 1; 0.5 is the shipped one */
        readonly threshold?: number;
        /** @description Whether what a quick look at 448 pixels recognizes is the answer; false is shipped */
        readonly quickFirst?: boolean;
      };
      /** @description Whether small copies of the pictures of references are kept */
      readonly keepsThumbnails: boolean;
      /** Format: date-time */
      readonly dateCreated: string;
      /** Format: date-time */
      readonly dateModified: string;
    };
    /** @description A reference */
    readonly EngineReference: {
      readonly id: string;
      readonly keywords: readonly string[];
      /** @description What you keep with it; null for nothing */
      readonly metadata: {
        readonly [key: string]: unknown;
      } | null;
      readonly keypointCount: number;
      /** @description How well it will be recognized, 0 to 5; null when given as a DNA */
      readonly grade: number | null;
      readonly gradeReason: string | null;
      /** @description Whether searches find it */
      readonly isActive: boolean;
      /** @description Answers of searches by pictures in which it was recognized */
      readonly recognitionCount: number;
      /** @description When it was last recognized; null when never */
      readonly dateRecognized: string | null;
      /** @description A small copy of the first image; null when none is kept, and to keys that may only query */
      readonly thumbnailUrl: string | null;
      /** Format: date-time */
      readonly dateCreated: string;
      /** Format: date-time */
      readonly dateModified: string;
    };
    /** @description References that are added from a ZIP or TAR */
    readonly EngineImport: {
      /** Format: uuid */
      readonly id: string;
      /** @enum {string} */
      readonly state: 'Waiting' | 'Running' | 'Done' | 'Failed' | 'Cancelled';
      readonly fileName: string | null;
      /** @description 0 until a large archive was counted by its job */
      readonly total: number;
      readonly added: number;
      readonly refused: number;
      readonly progress: number;
      /** @description At the speed of its present run; null unless it runs */
      readonly secondsLeft: number | null;
      /** @description Whether it only tries: nothing is added */
      readonly isDryRun: boolean;
      readonly failureReason: string | null;
      /** Format: date-time */
      readonly dateCreated: string;
      /** Format: date-time */
      readonly dateModified: string;
    };
    /** @description How a picture matches a reference */
    readonly EngineMatch: {
      /** @enum {string} */
      readonly decision:
        | 'Clone'
        | 'Match'
        | 'Similar'
        | 'Different'
        | 'Rejection due to geometric test'
        | 'Rejection due to shape of the matching box';
      readonly distance: number;
      readonly query: {
        /** @description Width and height in pixels */
        readonly originalSize: readonly [number, number];
        /** @description Width and height in pixels */
        readonly resizedSize: readonly [number, number];
        /** @description Four corners, clockwise from the top left */
        readonly box: readonly (readonly [number, number])[];
        /** @description Share of the picture that the box covers */
        readonly boxArea: number;
      };
      readonly reference: {
        /** @description Width and height in pixels */
        readonly originalSize: readonly [number, number];
        /** @description Width and height in pixels */
        readonly resizedSize: readonly [number, number];
        /** @description Four corners, clockwise from the top left */
        readonly box: readonly (readonly [number, number])[];
        /** @description Share of the picture that the box covers */
        readonly boxArea: number;
      };
      readonly scores: {
        readonly boxCoveredSurface: number;
        readonly boxPointsRatio: number;
        readonly boxPointsRatioHomography: number;
        readonly matchStrength: number;
      };
      /** @description Homography on fractions, row by row */
      readonly queryFromReference: readonly number[] | null;
      /** @description Confirmed pairs of points */
      readonly inlierCount: number;
      /** @description Whether the mirror image of the reference was recognized */
      readonly isMirrored: boolean;
    };
    /** @description A match with its points */
    readonly EngineExplainedMatch: {
      /** @enum {string} */
      readonly decision:
        | 'Clone'
        | 'Match'
        | 'Similar'
        | 'Different'
        | 'Rejection due to geometric test'
        | 'Rejection due to shape of the matching box';
      readonly distance: number;
      readonly query: {
        /** @description Width and height in pixels */
        readonly originalSize: readonly [number, number];
        /** @description Width and height in pixels */
        readonly resizedSize: readonly [number, number];
        /** @description Four corners, clockwise from the top left */
        readonly box: readonly (readonly [number, number])[];
        /** @description Share of the picture that the box covers */
        readonly boxArea: number;
      };
      readonly reference: {
        /** @description Width and height in pixels */
        readonly originalSize: readonly [number, number];
        /** @description Width and height in pixels */
        readonly resizedSize: readonly [number, number];
        /** @description Four corners, clockwise from the top left */
        readonly box: readonly (readonly [number, number])[];
        /** @description Share of the picture that the box covers */
        readonly boxArea: number;
      };
      readonly scores: {
        readonly boxCoveredSurface: number;
        readonly boxPointsRatio: number;
        readonly boxPointsRatioHomography: number;
        readonly matchStrength: number;
      };
      /** @description Homography on fractions, row by row */
      readonly queryFromReference: readonly number[] | null;
      /** @description Confirmed pairs of points */
      readonly inlierCount: number;
      /** @description Whether the mirror image of the reference was recognized */
      readonly isMirrored: boolean;
      /** @description The confirmed pairs */
      readonly points: readonly {
        /** @description x and y as fractions of the picture */
        readonly inQuery: readonly [number, number];
        /** @description x and y as fractions of the picture */
        readonly inReference: readonly [number, number];
      }[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly post_modify_AddImage: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Id of the reference
         * @example poster-12
         */
        readonly image_id?: string;
        /** @description Signature of a picture, base64 */
        readonly dna?: string;
        /**
         * @description Keywords; give the parameter once for each
         * @example [
         *       "poster",
         *       "spring"
         *     ]
         */
        readonly keywords?: readonly string[];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
          /** @description The picture: JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image_content?: Blob;
          /** @description Signature of a picture, base64 */
          readonly dna?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description Number of the change in its application; 0 when refused */
            readonly task_id: number;
            /** @description How well the reference will be found; null for a DNA */
            readonly grade?: number | null;
            readonly grade_reason?: string | null;
            /** @description Ids of references that are nearly the same */
            readonly near_duplicates?: readonly string[];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_modify_DeleteImage: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Id of the reference
         * @example poster-12
         */
        readonly image_id?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description Number of the change in its application; 0 when refused */
            readonly task_id: number;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_modify_GetDnaById: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Id of the reference
         * @example poster-12
         */
        readonly image_id?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            readonly dna: {
              /** @description base64 */
              readonly dna: string;
              readonly id: string;
            } | null;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_modify_GetTaskStatus: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Number of the task
         * @example 0
         */
        readonly task_id?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Number of the task */
          readonly task_id?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Number of the task */
          readonly task_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            readonly task_status?: string;
            readonly task_status_code?: number;
            readonly task_status_message?: string;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_SearchImageByUpload: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Keywords; give the parameter once for each
         * @example [
         *       "poster",
         *       "spring"
         *     ]
         */
        readonly keywords?: readonly string[];
        /**
         * @description Weight of colors, 0 to 100
         * @example 30
         */
        readonly color_weight?: string;
        /**
         * @description Results of the answer, at most 1000
         * @example 10
         */
        readonly nb_results?: string;
        /**
         * @description Results left out at the beginning
         * @example 0
         */
        readonly starting_index?: string;
        /**
         * @description Only these references, at most 10,000, separated by semicolons
         * @example poster-12;poster-13
         */
        readonly ids_list?: string;
        /**
         * @description Strictness of the decision, 0 to 1
         * @example 0.5
         */
        readonly threshold?: string;
        /**
         * @description true also recognizes mirror images of references
         * @example false
         */
        readonly mirrored?: string;
        /**
         * @description false for one look alone; unless set, a closer look follows where the first recognizes nothing
         * @example true
         */
        readonly second_try?: string;
        /**
         * @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds
         * @example camera-1
         */
        readonly stream_id?: string;
        /**
         * @description true also lists the nearest candidates that were not recognized, after those that were
         * @example false
         */
        readonly include_rejected?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description The picture: JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image_content?: Blob;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description All that matched, not only this page */
            readonly nb_results_found: number;
            readonly images: readonly components['schemas']['EngineImage'][];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_SearchImageByDna: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /** @description Signature of a picture, base64 */
        readonly dna?: string;
        /**
         * @description Keywords; give the parameter once for each
         * @example [
         *       "poster",
         *       "spring"
         *     ]
         */
        readonly keywords?: readonly string[];
        /**
         * @description Weight of colors, 0 to 100
         * @example 30
         */
        readonly color_weight?: string;
        /**
         * @description Results of the answer, at most 1000
         * @example 10
         */
        readonly nb_results?: string;
        /**
         * @description Results left out at the beginning
         * @example 0
         */
        readonly starting_index?: string;
        /**
         * @description Only these references, at most 10,000, separated by semicolons
         * @example poster-12;poster-13
         */
        readonly ids_list?: string;
        /**
         * @description Strictness of the decision, 0 to 1
         * @example 0.5
         */
        readonly threshold?: string;
        /**
         * @description true also recognizes mirror images of references
         * @example false
         */
        readonly mirrored?: string;
        /**
         * @description false for one look alone; unless set, a closer look follows where the first recognizes nothing
         * @example true
         */
        readonly second_try?: string;
        /**
         * @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds
         * @example camera-1
         */
        readonly stream_id?: string;
        /**
         * @description true also lists the nearest candidates that were not recognized, after those that were
         * @example false
         */
        readonly include_rejected?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Signature of a picture, base64 */
          readonly dna?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Signature of a picture, base64 */
          readonly dna?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description All that matched, not only this page */
            readonly nb_results_found: number;
            readonly images: readonly components['schemas']['EngineImage'][];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_SearchImageById: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Id of the reference
         * @example poster-12
         */
        readonly image_id?: string;
        /**
         * @description Keywords; give the parameter once for each
         * @example [
         *       "poster",
         *       "spring"
         *     ]
         */
        readonly keywords?: readonly string[];
        /**
         * @description Weight of colors, 0 to 100
         * @example 30
         */
        readonly color_weight?: string;
        /**
         * @description Results of the answer, at most 1000
         * @example 10
         */
        readonly nb_results?: string;
        /**
         * @description Results left out at the beginning
         * @example 0
         */
        readonly starting_index?: string;
        /**
         * @description Only these references, at most 10,000, separated by semicolons
         * @example poster-12;poster-13
         */
        readonly ids_list?: string;
        /**
         * @description Strictness of the decision, 0 to 1
         * @example 0.5
         */
        readonly threshold?: string;
        /**
         * @description true also recognizes mirror images of references
         * @example false
         */
        readonly mirrored?: string;
        /**
         * @description false for one look alone; unless set, a closer look follows where the first recognizes nothing
         * @example true
         */
        readonly second_try?: string;
        /**
         * @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds
         * @example camera-1
         */
        readonly stream_id?: string;
        /**
         * @description true also lists the nearest candidates that were not recognized, after those that were
         * @example false
         */
        readonly include_rejected?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description All that matched, not only this page */
            readonly nb_results_found: number;
            readonly images: readonly components['schemas']['EngineImage'][];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_SearchImageByKeywords: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Keywords; give the parameter once for each
         * @example [
         *       "poster",
         *       "spring"
         *     ]
         */
        readonly keywords?: readonly string[];
        /**
         * @description Weight of colors, 0 to 100
         * @example 30
         */
        readonly color_weight?: string;
        /**
         * @description Results of the answer, at most 1000
         * @example 10
         */
        readonly nb_results?: string;
        /**
         * @description Results left out at the beginning
         * @example 0
         */
        readonly starting_index?: string;
        /**
         * @description Only these references, at most 10,000, separated by semicolons
         * @example poster-12;poster-13
         */
        readonly ids_list?: string;
        /**
         * @description Strictness of the decision, 0 to 1
         * @example 0.5
         */
        readonly threshold?: string;
        /**
         * @description true also recognizes mirror images of references
         * @example false
         */
        readonly mirrored?: string;
        /**
         * @description false for one look alone; unless set, a closer look follows where the first recognizes nothing
         * @example true
         */
        readonly second_try?: string;
        /**
         * @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds
         * @example camera-1
         */
        readonly stream_id?: string;
        /**
         * @description true also lists the nearest candidates that were not recognized, after those that were
         * @example false
         */
        readonly include_rejected?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description All that matched, not only this page */
            readonly nb_results_found: number;
            readonly images: readonly components['schemas']['EngineImage'][];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_SearchImageByColors: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Wanted colors, each as <hex>@<percentage> or <hex>
         * @example [
         *       "FF6633@60",
         *       "0033CC"
         *     ]
         */
        readonly colors?: readonly string[];
        /**
         * @description Keywords; give the parameter once for each
         * @example [
         *       "poster",
         *       "spring"
         *     ]
         */
        readonly keywords?: readonly string[];
        /**
         * @description Weight of colors, 0 to 100
         * @example 30
         */
        readonly color_weight?: string;
        /**
         * @description Results of the answer, at most 1000
         * @example 10
         */
        readonly nb_results?: string;
        /**
         * @description Results left out at the beginning
         * @example 0
         */
        readonly starting_index?: string;
        /**
         * @description Only these references, at most 10,000, separated by semicolons
         * @example poster-12;poster-13
         */
        readonly ids_list?: string;
        /**
         * @description Strictness of the decision, 0 to 1
         * @example 0.5
         */
        readonly threshold?: string;
        /**
         * @description true also recognizes mirror images of references
         * @example false
         */
        readonly mirrored?: string;
        /**
         * @description false for one look alone; unless set, a closer look follows where the first recognizes nothing
         * @example true
         */
        readonly second_try?: string;
        /**
         * @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds
         * @example camera-1
         */
        readonly stream_id?: string;
        /**
         * @description true also lists the nearest candidates that were not recognized, after those that were
         * @example false
         */
        readonly include_rejected?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Wanted colors, each as <hex>@<percentage> or <hex> */
          readonly colors?: readonly string[];
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Wanted colors, each as <hex>@<percentage> or <hex> */
          readonly colors?: readonly string[];
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Weight of colors, 0 to 100 */
          readonly color_weight?: string;
          /** @description Results of the answer, at most 1000 */
          readonly nb_results?: string;
          /** @description Results left out at the beginning */
          readonly starting_index?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
          /** @description Strictness of the decision, 0 to 1 */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly mirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly second_try?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly stream_id?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly include_rejected?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description All that matched, not only this page */
            readonly nb_results_found: number;
            readonly images: readonly components['schemas']['EngineImage'][];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_GetImageColorsById: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Id of the reference
         * @example poster-12
         */
        readonly image_id?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description <hex>@<percentage> each */
            readonly colors: readonly string[];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_GetImageColorsByUpload: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description The picture: JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image_content?: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description <hex>@<percentage> each */
            readonly colors: readonly string[];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_GetPalette: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Keywords; give the parameter once for each
         * @example [
         *       "poster",
         *       "spring"
         *     ]
         */
        readonly keywords?: readonly string[];
        /**
         * @description Most colors of the answer, 1 to 100
         * @example 5
         */
        readonly nb_colors?: string;
        /**
         * @description Only these references, at most 10,000, separated by semicolons
         * @example poster-12;poster-13
         */
        readonly ids_list?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Most colors of the answer, 1 to 100 */
          readonly nb_colors?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Keywords; give the parameter once for each */
          readonly keywords?: readonly string[];
          /** @description Most colors of the answer, 1 to 100 */
          readonly nb_colors?: string;
          /** @description Only these references, at most 10,000, separated by semicolons */
          readonly ids_list?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description <hex>@<percentage> each */
            readonly colors: readonly string[];
            /** @description Images that hold each of the colors */
            readonly image_count: readonly number[];
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_FineComparison: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /** @description proof, scan or photo: what the second picture is; unless set, how it lies says it */
        readonly sensitivity?: string;
        /** @description Mean color difference (CIE 1976) from which on a place is reported; 4.5, 5 or 6 by sensitivity */
        readonly min_delta_e?: string;
        /** @description Longer side from which on a place is reported, in pixels of the first picture */
        readonly min_size?: string;
        /** @description A place that is not compared, left,top,width,height as fractions; repeat the part for more */
        readonly ignore?: readonly string[];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description The original; ref_image is taken, too */
          readonly reference_image?: Blob;
          /** @description What is compared with it */
          readonly query_image?: Blob;
          /** @description proof, scan or photo: what the second picture is; unless set, how it lies says it */
          readonly sensitivity?: string;
          /** @description Mean color difference (CIE 1976) from which on a place is reported; 4.5, 5 or 6 by sensitivity */
          readonly min_delta_e?: string;
          /** @description Longer side from which on a place is reported, in pixels of the first picture */
          readonly min_size?: string;
          /** @description A place that is not compared, left,top,width,height as fractions; repeat the part for more */
          readonly ignore?: readonly string[];
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            /** @description 0 (no difference) to 100; 100 when refused */
            readonly score: number;
            /** @description JPEG with the differences drawn, base64 */
            readonly ref_image: string;
            /** @description JPEG with the differences drawn, base64 */
            readonly query_image: string;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_modify_GetApplicationStatus: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            readonly application_db_status?: string;
            readonly main_db_status?: string;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_GetApplicationStatus: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            readonly nb_loaded_images?: number;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_modify_GetImageById: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Id of the reference
         * @example poster-12
         */
        readonly image_id?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            readonly image: components['schemas']['EngineImage'] | null;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly post_query_GetImageById: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Key of the application
         * @example q7Zt0VbXc2Lr8WnKd5YpHs1MfGa4JeUo
         */
        readonly application_key?: string;
        /**
         * @description Id of the reference
         * @example poster-12
         */
        readonly image_id?: string;
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
        readonly 'application/x-www-form-urlencoded': {
          /** @description Key of the application */
          readonly application_key?: string;
          /** @description Id of the reference */
          readonly image_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Done, or refused with a negative status code */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly status: components['schemas']['EngineStatus'];
            readonly image: components['schemas']['EngineImage'] | null;
          } & {
            readonly [key: string]: unknown;
          };
        };
      };
    };
  };
  readonly get__api_v3_engine_applications: {
    readonly parameters: {
      readonly query?: {
        /** @description Applications on the page, 1 to 1000; 100 by default */
        readonly first?: string;
        /** @description endCursor of the page before */
        readonly after?: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['EngineApplication'][];
            readonly totalCount: number;
            readonly pageInfo: {
              readonly endCursor: string | null;
              readonly hasNextPage: boolean;
            };
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications: {
    readonly parameters: {};
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly name?: string;
          /** @enum {string} */
          readonly kind: 'mobile' | 'media' | 'brand' | 'similarity' | 'color';
          /** @description Your own organization when absent */
          readonly organizationId?: string;
          /** @description application_key to keep; one is made when absent */
          readonly key?: string;
          /** @description A second key that may only query */
          readonly queryKey?: string;
          readonly settings?: {
            readonly resultCount?: number | null;
            readonly colorWeightPercent?: number | null;
            readonly threshold?: number | null;
            readonly quickFirst?: boolean | null;
          };
          /** @description true keeps small copies of the pictures of references; none are kept when absent */
          readonly keepsThumbnails?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Added */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineApplication'];
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id_: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineApplication'];
        };
      };
    };
  };
  readonly delete__api_v3_engine_applications__id_: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly responses: {
      /** @description Deleted */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly patch__api_v3_engine_applications__id_: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly name?: string;
          readonly isActive?: boolean;
          /** @description null takes a setting back to what is shipped */
          readonly settings?: {
            readonly resultCount?: number | null;
            readonly colorWeightPercent?: number | null;
            readonly threshold?: number | null;
            readonly quickFirst?: boolean | null;
          };
          /** @description true holds for pictures that come from now on; false removes the thumbnails that there are */
          readonly keepsThumbnails?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineApplication'];
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__keys: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @default true */
          readonly modify?: boolean;
          /** @default true */
          readonly query?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineApplication'];
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__counters: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly months: readonly {
              /** @description YYYY-MM, UTC */
              readonly month: string;
              readonly counts: {
                readonly searches: number;
                readonly searchesWithResult: number;
                readonly imagesAdded: number;
                readonly imagesDeleted: number;
                readonly comparisons: number;
                readonly colorRequests: number;
              };
            }[];
          };
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__counts: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly references: number;
            readonly images: number;
          };
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__references: {
    readonly parameters: {
      readonly query?: {
        /** @description Items on the page, 1 to 1000; 100 by default */
        readonly first?: string;
        /** @description endCursor of the page before */
        readonly after?: string;
        /** @description Only references that hold it */
        readonly keyword?: string;
        /** @description true: only those that searches find; false: only the others */
        readonly active?: string;
        /** @description Only references that hold it; repeat the parameter for more that all have to be held */
        readonly keywords?: string;
        /** @description Only references that hold it or another of these; repeat the parameter for more */
        readonly anyKeywords?: string;
        /** @description Only references that do not hold it; repeat the parameter for more */
        readonly noKeywords?: string;
        /** @description Only references whose metadata is so, a JSON object: {"language": "de"} is equal, {"language": ["de", "fr"]} one of them, {"price": {"from": 10, "below": 20}} a range (from, above, to, below) */
        readonly metadata?: string;
        /** @description Only references whose id begins so; case counts */
        readonly idPrefix?: string;
      };
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['EngineReference'][];
            readonly pageInfo: {
              readonly endCursor: string | null;
              readonly hasNextPage: boolean;
            };
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__references: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Id of the reference */
          readonly imageId: string;
          /** @description Signature instead of an image, base64 */
          readonly dna?: string;
          /** @description Address of the image instead of the image, where LOUPE_PICTURE_URLS allows it */
          readonly imageUrl?: string;
          /** @description A keyword; repeat the part for more */
          readonly keywords?: readonly string[];
          /** @description A JSON object of at most 4 KB that is kept with it */
          readonly metadata?: string;
          /** @description false: searches find it only once it is switched on; as the id is so far when absent */
          readonly active?: string;
          /** @description true keeps the images that the id has already */
          readonly additional?: string;
          /** @description JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image?: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Added */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly id: string;
            readonly keywords: readonly string[];
            /** @description What you keep with it; null for nothing */
            readonly metadata: {
              readonly [key: string]: unknown;
            } | null;
            readonly keypointCount: number;
            /** @description How well it will be recognized, 0 to 5; null when given as a DNA */
            readonly grade: number | null;
            readonly gradeReason: string | null;
            /** @description Whether searches find it */
            readonly isActive: boolean;
            /** @description Answers of searches by pictures in which it was recognized */
            readonly recognitionCount: number;
            /** @description When it was last recognized; null when never */
            readonly dateRecognized: string | null;
            /** @description A small copy of the first image; null when none is kept, and to keys that may only query */
            readonly thumbnailUrl: string | null;
            /** Format: date-time */
            readonly dateCreated: string;
            /** Format: date-time */
            readonly dateModified: string;
            /** @description Images of this id */
            readonly imageCount: number;
            /** @description Other references that are nearly the same picture */
            readonly nearDuplicates: readonly {
              readonly id: string;
              readonly distance: number;
            }[];
          };
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__references__imageId_: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the reference, percent-encoded
         * @example poster-12
         */
        readonly imageId: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineReference'];
        };
      };
    };
  };
  readonly delete__api_v3_engine_applications__id__references__imageId_: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the reference, percent-encoded
         * @example poster-12
         */
        readonly imageId: string;
      };
    };
    readonly responses: {
      /** @description Deleted */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readonly patch__api_v3_engine_applications__id__references__imageId_: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the reference, percent-encoded
         * @example poster-12
         */
        readonly imageId: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @description All of them */
          readonly keywords?: readonly string[];
          /** @description All of it, at most 4 KB; null for none */
          readonly metadata?: {
            readonly [key: string]: unknown;
          } | null;
          /** @description false: searches no longer find it */
          readonly isActive?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineReference'];
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__duplicates: {
    readonly parameters: {
      readonly query?: {
        /** @description References to look at for the page, 1 to 100; 100 by default. Each costs a search */
        readonly first?: string;
        /** @description endCursor of the page before */
        readonly after?: string;
      };
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly {
              readonly reference: components['schemas']['EngineReference'];
              /** @description The nearest first; 10 at most */
              readonly nearDuplicates: readonly {
                readonly id: string;
                readonly distance: number;
              }[];
            }[];
            /** @description References that were looked at for this page */
            readonly checked: number;
            readonly pageInfo: {
              readonly endCursor: string | null;
              readonly hasNextPage: boolean;
            };
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__activations: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly imageIds: readonly string[];
          readonly isActive: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly known: readonly string[];
            readonly unknown: readonly string[];
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__deletions: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          readonly imageIds: readonly string[];
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly removed: readonly string[];
            readonly unknown: readonly string[];
          };
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__imports: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly components['schemas']['EngineImport'][];
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__imports: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description A keyword for all of them; repeat the part for more */
          readonly keywords?: readonly string[];
          /** @description true only tries: every picture is read and reported, and nothing is added */
          readonly dryRun?: string;
          /** @description false does not search for near-duplicates of each picture, which is faster */
          readonly duplicates?: string;
          /** @description Instead of zip, with a token: the last part of the address that POST /api/uploads returned */
          readonly uploadId?: string;
          /** @description The ZIP or TAR (.tar, .tar.gz) */
          readonly zip?: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Taken; ask how far it is */
      readonly 202: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineImport'];
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__imports__importId_: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the import
         * @example 019a9e6f-0000-7000-8000-000000000001
         */
        readonly importId: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineImport'];
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__imports__importId__cancellation: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the import
         * @example 019a9e6f-0000-7000-8000-000000000001
         */
        readonly importId: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EngineImport'];
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__imports__importId__lines: {
    readonly parameters: {
      readonly query?: {
        /** @description Items on the page, 1 to 1000; 100 by default */
        readonly first?: string;
        /** @description endCursor of the page before */
        readonly after?: string;
        /** @description true shows only files that were refused */
        readonly refused?: string;
      };
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the import
         * @example 019a9e6f-0000-7000-8000-000000000001
         */
        readonly importId: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly items: readonly {
              readonly position: number;
              readonly fileName: string;
              readonly imageId: string;
              /** @description null when it was added */
              readonly code: string | null;
              /** @description Why it was refused, or what to know about it */
              readonly message: string | null;
              /** @description Line (CSV) or entry (JSON) of the manifest; null for what no manifest names */
              readonly manifestLine: number | null;
              readonly grade: number | null;
              readonly gradeReason: string | null;
              readonly nearDuplicates: readonly string[];
            }[];
            readonly pageInfo: {
              readonly endCursor: string | null;
              readonly hasNextPage: boolean;
            };
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__search: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Signature instead of an image, base64 */
          readonly dna?: string;
          /** @description Address of the image instead of the image, where LOUPE_PICTURE_URLS allows it */
          readonly imageUrl?: string;
          /** @description A reference to search by */
          readonly imageId?: string;
          /** @description A wanted color, <hex> or <hex>@<percentage>; repeat the part for more */
          readonly colors?: readonly string[];
          /** @description Only references that hold it; repeat the parameter for more that all have to be held */
          readonly keywords?: readonly string[];
          /** @description Only references that hold it or another of these; repeat the parameter for more */
          readonly anyKeywords?: readonly string[];
          /** @description Only references that do not hold it; repeat the parameter for more */
          readonly noKeywords?: readonly string[];
          /** @description Only references whose metadata is so, a JSON object: {"language": "de"} is equal, {"language": ["de", "fr"]} one of them, {"price": {"from": 10, "below": 20}} a range (from, above, to, below) */
          readonly metadata?: string;
          /** @description Only references whose id begins so; case counts */
          readonly idPrefix?: string;
          /** @description An id that results are restricted to; repeat the part for more */
          readonly ids?: readonly string[];
          /** @description Results on the page, 1 to 1000; 10 by default */
          readonly limit?: string;
          /** @description Place of the first result, from 0 */
          readonly offset?: string;
          /** @description Strictness of the decision, 0 to 1; 0.5 is the shipped one */
          readonly threshold?: string;
          /** @description Importance of color in similarity applications, 0 to 100 */
          readonly colorWeightPercent?: string;
          /** @description true also recognizes mirror images of references */
          readonly findMirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly secondTry?: string;
          /** @description Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds */
          readonly streamId?: string;
          /** @description true also lists the nearest candidates that were not recognized, after those that were */
          readonly includeRejected?: string;
          /** @description JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image?: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description All that matched, not only this page */
            readonly total: number;
            readonly hits: readonly {
              readonly id: string;
              readonly keywords: readonly string[];
              readonly metadata: {
                readonly [key: string]: unknown;
              } | null;
              /** @description 0 (same) to 1 */
              readonly distance: number;
              readonly match: components['schemas']['EngineMatch'] | null;
              readonly similarity: {
                readonly shapeDistance: number;
                readonly colorDistance: number;
                readonly colorWeight: number;
              } | null;
            }[];
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__explain: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description The reference */
          readonly imageId: string;
          /** @description Signature instead of an image, base64 */
          readonly dna?: string;
          /** @description Address of the image instead of the image, where LOUPE_PICTURE_URLS allows it */
          readonly imageUrl?: string;
          /** @description Strictness of the decision, 0 to 1; 0.5 is the shipped one */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly findMirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly secondTry?: string;
          /** @description JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image?: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly match: components['schemas']['EngineExplainedMatch'];
            /** @description The picture with box and points: JPEG, base64 */
            readonly overlay: string | null;
            /** @description Other references that a photo of this one may be taken for: copies, editions, volumes */
            readonly nearEquals: readonly {
              readonly id: string;
              readonly distance: number;
            }[];
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__compare: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description true also reports what differs in detail */
          readonly fine?: string;
          /** @description proof, scan or photo: what the second picture is; unless set, how it lies says it */
          readonly sensitivity?: string;
          /** @description Mean color difference (CIE 1976) from which on a place is reported; 4.5, 5 or 6 by sensitivity */
          readonly minDeltaE?: string;
          /** @description Longer side from which on a place is reported, in pixels of the first picture */
          readonly minSize?: string;
          /** @description A place that is not compared, left,top,width,height as fractions; repeat the part for more */
          readonly ignore?: readonly string[];
          /** @description Strictness of the decision, 0 to 1; 0.5 is the shipped one */
          readonly threshold?: string;
          /** @description true also recognizes mirror images of references */
          readonly findMirrored?: string;
          /** @description false for one look alone; unless set, a closer look follows where the first recognizes nothing */
          readonly secondTry?: string;
          /** @description orb also matches both by OpenCV’s ORB and findHomography, to set beside the answer of recognition */
          readonly baseline?: string;
          /** @description The first picture */
          readonly reference: Blob;
          /** @description The second picture */
          readonly query: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly match: components['schemas']['EngineExplainedMatch'];
            readonly similarity: {
              readonly distance: number;
              readonly shapeDistance: number;
              readonly colorDistance: number;
            };
            /** @description Of the first picture as a reference */
            readonly grade: {
              readonly value: number;
              readonly reason: string;
            };
            /** @description Both pictures side by side with matched points: JPEG, base64 */
            readonly overlay: string;
            /** @description Answer of the baseline on the same pixels, when it was asked for */
            readonly baseline: {
              readonly referenceKeypointCount: number;
              readonly queryKeypointCount: number;
              /** @description Pairs of keypoints that pass the ratio test */
              readonly matchCount: number;
              /** @description Of these, that the homography maps onto each other */
              readonly inlierCount: number;
              /** @description Row-major 3x3 homography on fractions; null when none was found */
              readonly queryFromReference: readonly number[] | null;
              /** @description Wall time of decoding, describing and matching both */
              readonly timeMs: number;
            } | null;
            /** @description What differs in detail, when it was asked for */
            readonly fine: {
              /** @description 0 when nothing differs; else by area, so that a wrong price on a page is 0.01: ask for more than 0 */
              readonly score: number;
              readonly visibleShare: number;
              /** @description What of the reference was compared, and how finely */
              readonly coverage: {
                readonly comparedShare: number;
                readonly outOfViewShare: number;
                readonly glareShare: number;
                readonly ignoredShare: number;
                /** @description Of the printed places, those too blurred to compare fine print */
                readonly blurredShare: number;
                readonly comparedPixels: number;
                /** @description Resolution along a side, of the finer picture */
                readonly resolutionShare: number;
                /** @enum {string} */
                readonly sensitivity: 'proof' | 'scan' | 'photo';
              };
              /** @description Of a proof: what changed all over; lengths in pixels of the reference */
              readonly wholeChanges: readonly {
                /** @enum {string} */
                readonly kind: 'mirrored' | 'turned' | 'scaled' | 'moved' | 'recolored';
                readonly degrees?: number;
                readonly widthPercent?: number;
                readonly heightPercent?: number;
                readonly right?: number;
                readonly down?: number;
                /** @enum {string} */
                readonly of?: 'paper' | 'print';
                /** @description CIEDE2000 */
                readonly deltaE?: number;
              }[];
              readonly differences: readonly {
                /** @enum {string} */
                readonly kind: 'added' | 'missing' | 'changed' | 'moved' | 'recolored';
                readonly inReference: {
                  readonly left: number;
                  readonly top: number;
                  readonly width: number;
                  readonly height: number;
                };
                readonly inQuery: {
                  readonly left: number;
                  readonly top: number;
                  readonly width: number;
                  readonly height: number;
                };
                readonly meanDifference: number;
                /** @description Mean color difference (CIE 1976) */
                readonly deltaE: number;
                readonly areaShare: number;
              }[];
              /** @description JPEG with the differences drawn, base64 */
              readonly reference: string;
              /** @description JPEG with the differences drawn, base64 */
              readonly query: string;
            } | null;
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__extract: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Address of the image instead of the image, where LOUPE_PICTURE_URLS allows it */
          readonly imageUrl?: string;
          /** @description reference (when absent) for a DNA that is to be added, query for one to search by */
          readonly role?: string;
          /** @description JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image?: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description Signature, base64 */
            readonly dna: string;
            readonly keypointCount: number;
            /** @description How well it would be recognized, 0 to 5 */
            readonly grade: number;
            readonly gradeReason: string;
            /** @description Whether the application would take it as a reference */
            readonly isRecognizable: boolean;
          };
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__references__imageId__dna: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the reference, percent-encoded
         * @example poster-12
         */
        readonly imageId: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly id: string;
            /** @description Signature, base64 */
            readonly dna: string;
          };
        };
      };
    };
  };
  readonly get__api_v3_engine_applications__id__references__imageId__colors: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
        /**
         * @description Id of the reference, percent-encoded
         * @example poster-12
         */
        readonly imageId: string;
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly colors: readonly {
              /** @description Six hexadecimal digits, sRGB */
              readonly hex: string;
              /** @description Share of the picture; they sum to 100 */
              readonly percentage: number;
            }[];
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__colors: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'multipart/form-data': {
          /** @description Address of the image instead of the image, where LOUPE_PICTURE_URLS allows it */
          readonly imageUrl?: string;
          /** @description JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP */
          readonly image?: Blob;
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly colors: readonly {
              /** @description Six hexadecimal digits, sRGB */
              readonly hex: string;
              /** @description Share of the picture; they sum to 100 */
              readonly percentage: number;
            }[];
          };
        };
      };
    };
  };
  readonly post__api_v3_engine_applications__id__palette: {
    readonly parameters: {
      readonly path: {
        /**
         * @description Id of the application; `current` for the one that the key belongs to
         * @example current
         */
        readonly id: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @description 1 to 100; 10 by default */
          readonly mostColors?: number;
          /** @description Only references that hold all of these */
          readonly keywords?: readonly string[];
          /** @description Only these references, at most 10,000 */
          readonly ids?: readonly string[];
        };
      };
    };
    readonly responses: {
      /** @description Done */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            readonly colors: readonly {
              /** @description Six hexadecimal digits, sRGB */
              readonly hex: string;
              readonly pictureCount: number;
            }[];
          };
        };
      };
    };
  };
}
