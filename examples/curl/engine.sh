#!/bin/sh
# Adds a picture to an application of the engine and searches by a photo.
#   APPLICATION_KEY=… sh engine.sh leaflet.jpg photo.jpg
set -eu
engine="${LOUPE_URL:-http://localhost:4000}/api/v3/engine/applications/current"
key="Application-Key: $APPLICATION_KEY"

# --fail-with-body prints the problem that the server names, and ends with 22.
curl -sS --fail-with-body "$engine/references" -H "$key" -F imageId=leaflet -F "image=@$1" -F keywords=example
echo
curl -sS --fail-with-body "$engine/search" -H "$key" -F "image=@$2" -F limit=3
echo
