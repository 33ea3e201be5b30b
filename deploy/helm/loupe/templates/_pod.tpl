{{/* The pod of a process: `root` is the whole chart, `role` its role, `port` more ports, `env` more settings, `resources`. */}}
{{- define "loupe.pod" -}}
terminationGracePeriodSeconds: 20
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: loupe
    image: {{ printf "%s:%s" .root.Values.image.repository .root.Values.image.tag | quote }}
    envFrom:
      - configMapRef: { name: {{ .root.Release.Name }} }
      - secretRef: { name: {{ .root.Values.secretName }} }
    env:
      - name: LOUPE_ROLES
        value: {{ .role }}
{{- if eq .role "search" }}
      - name: ORDINAL
        valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } }
      # A share of the parts, from the ordinal: as many shares as there are replicas.
      - name: LOUPE_SEARCH_PARTS
        value: {{ printf "$(ORDINAL)/%v" .root.Values.searcher.replicas | quote }}
      - name: LOUPE_INDEX_MEMORY_MB
        value: {{ .root.Values.searcher.indexMemoryMb | quote }}
{{- end }}
    ports:
      - { name: main, containerPort: 4000 }
{{- if eq .role "api" }}
      - { name: modify, containerPort: 7789 }
      - { name: query, containerPort: 8080 }
{{- end }}
    startupProbe:
      httpGet: { path: /health/live, port: main }
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet: { path: /health/live, port: main }
      periodSeconds: 10
      timeoutSeconds: 5
    readinessProbe:
      httpGet: { path: /health/ready, port: main }
      periodSeconds: 2
      timeoutSeconds: 5
    resources:
      {{- toYaml .resources | nindent 6 }}
    securityContext:
      readOnlyRootFilesystem: true
      allowPrivilegeEscalation: false
      capabilities: { drop: [ALL] }
    volumeMounts:
      - { name: data, mountPath: /var/lib/loupe }
      - { name: tmp, mountPath: /tmp }
volumes:
{{- if ne .role "search" }}
  - name: data
    emptyDir: {}
{{- end }}
  - name: tmp
    emptyDir: {}
{{- end }}
