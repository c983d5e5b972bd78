// Listing 1 written with Go's net/http. It sends Content-Length where Node.js sends chunks.
package main

import (
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "2000"
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		if request.Method != "GET" && request.Method != "HEAD" {
			response.WriteHeader(405)
			return
		}
		response.Header().Set("Content-Type", "text/xml")
		value := request.URL.Query().Get("value")
		if value == "" {
			value = "no value specified"
		}
		io.WriteString(response, value)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
